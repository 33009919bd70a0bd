import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { type CodeUnit, ownerName } from '../../../code/pure/calls/codeUnits';
import { isThirdParty } from '../../../code/pure/search/thirdParty';
import type { FeatureTable } from './featureTable';

/** Adds features of functions that do not depend on the issue. `initializerIn`: the name of constructors in a file. */
export function addTraitFeatures(
	features: FeatureTable,
	model: CodeModel,
	initializerIn: (path: string) => string | undefined,
): void {
	const units = features.positions.map(at => model.unit(at));
	const addOf = (name: string, traitOf: (unit: CodeUnit) => number | undefined) =>
		features.add(name, (_, row) => {
			const unit = units[row];
			return unit === undefined ? undefined : traitOf(unit);
		});
	features.add('size: lines', at => {
		let nLines = 0;
		model.forEachRange(at, (startLine, endLine) => {
			nLines += endLine - startLine + 1;
		});
		return Math.log2(1 + nLines);
	});
	const inFile = new Map<number, number>();
	features.add('size: functions in the file', at => {
		const file = model.fileOf[at] ?? -1;
		const nFunctions = inFile.get(file) ?? model.functionsIn(file).length;
		inFile.set(file, nFunctions);
		return Math.log2(1 + nFunctions);
	});
	addOf('is a class', ({ isClass }) => (isClass ? 1 : undefined));
	addOf('is a method', ({ owner }) => (owner === '' ? undefined : 1));
	addOf('is a constructor', unit => (isConstructor(unit, initializerIn(unit.file)) ? 1 : undefined));
	addOf('is private', ({ name }) => (/^(?:_[^_]|#)/.test(name) ? 1 : undefined));
	addOf('is special', ({ name }) => (/^__.*__$/.test(name) ? 1 : undefined));
	const shares = new LanguageShares(model);
	features.add('share of its language', at => shares.of(model.fileOf[at] ?? -1));
	addOf('is for tests', ({ file, qualified }) => (isForTests(file) || isForTests(qualified) ? 1 : undefined));
	addOf('is third-party', ({ file }) => (isThirdParty(file) ? 1 : undefined));
	addOf('depth of the file', ({ file }) => file.split('/').length);
	addOf('depth of the class', ({ owner }) => (owner === '' ? undefined : owner.split('.').length));
	addOf('has no body', ({ symbols }) =>
		symbols.every(({ endLine, headerEndLine = endLine }) => endLine <= headerEndLine) ? 1 : undefined,
	);
}

function isConstructor(unit: CodeUnit, initializer: string | undefined): boolean {
	return unit.owner !== '' && unit.name === (initializer ?? ownerName(unit));
}

/** Test data, and code that only tests use. */
function isForTests(name: string): boolean {
	return /(?:^|[/._])(?:tests?|testing|testdata|test_?utils?|fixtures?|mocks?|fakes?|stubs?)(?:$|[/._])|(?:^|[/._])(?:[Mm]ock|[Ff]ake|[Tt]est)[_\p{Lu}]/u.test(
		name,
	);
}

/** How much of the code is in the language of a file, as far as its extension tells. */
class LanguageShares {
	private readonly counts = new Map<string, number>();

	constructor(private readonly model: CodeModel) {
		const inFiles = new Uint32Array(model.files.length);
		for (const file of model.fileOf) {
			inFiles[file] = (inFiles[file] ?? 0) + 1;
		}
		for (const [at, path] of model.files.entries()) {
			const extension = extensionOf(path);
			this.counts.set(extension, (this.counts.get(extension) ?? 0) + (inFiles[at] ?? 0));
		}
	}

	/** The logarithm, to base 2, of the share of all functions; undefined if there are none. */
	of(file: number): number | undefined {
		const count = this.counts.get(extensionOf(this.model.files[file] ?? '')) ?? 0;
		return count === 0 ? undefined : Math.log2(count / this.model.nFunctions);
	}
}

function extensionOf(path: string): string {
	return path.slice(path.lastIndexOf('.') + 1);
}
