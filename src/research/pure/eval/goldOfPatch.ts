import { CodeModel } from '../../../code/pure/calls/codeModel';
import { indexText, type Parsing } from '../../../code/pure/index/indexText';
import { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { applyDiff } from '../../../runs/pure/diff/applyDiff';
import { type HunkSide, hunksBetween } from '../../../runs/pure/diff/hunksBetween';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import { isClassLike, qualifiedName } from '../../../runs/pure/model/symbol';
import { UserError } from '../../../system/pure/errors/userError';
import type { Gold } from './gold';

/**
 * The code that a fix changes. `readBefore`: the text of a file before it, undefined if there is none. Tests and files
 * of no known language are no gold, as they are no candidates. Throws `UserError` if the patch does not apply.
 */
export async function goldOfPatch(
	patch: string,
	readBefore: (path: string) => Promise<string | undefined>,
	parsing: Parsing,
): Promise<Gold> {
	const changes: TextChange[] = [];
	for (const diff of parseDiff(patch)) {
		const path = diff.oldPath;
		const before = path === undefined || isNoCandidate(path, parsing) ? undefined : await readBefore(path);
		if (path !== undefined && before !== undefined) {
			const after = applyDiff(before, diff);
			if (after === undefined) {
				throw new UserError(`The patch does not apply to ${path} at the base commit.`);
			}
			changes.push({ path, before, after });
		}
	}
	return goldOfChanges(changes, parsing);
}

/** A file before and after a fix. */
export interface TextChange {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

/** The code that these changes are in. `isCode`: whether a line counts; blank ones are in no place. */
export async function goldOfChanges(
	changes: readonly TextChange[],
	parsing: Parsing,
	isCode: (line: string) => boolean = () => true,
): Promise<Gold> {
	const places: Places = {
		files: new Set(),
		modules: new Set(),
		functions: new Set(),
		classes: new Set(),
		added: new Set(),
	};
	for (const change of changes) {
		await addPlaces(places, change, { parsing, isCode });
	}
	const { files, modules, functions, classes, added } = places;
	return {
		...{ files: [...files], modules: [...modules], functions: [...functions] },
		...{ classes: [...classes], added: [...added], countsFunctions: functions.size > 0 },
	};
}

type Places = Readonly<Record<'files' | 'modules' | 'functions' | 'classes' | 'added', Set<string>>>;

function isNoCandidate(path: string, { languages }: Parsing): boolean {
	return languages.of(path) === undefined || languages.isTest(path);
}

interface Reading {
	readonly parsing: Parsing;
	readonly isCode: (line: string) => boolean;
}

/** By the positions of the lines in the texts: the line numbers of a patch may be from another commit. */
async function addPlaces(places: Places, change: TextChange, { parsing, isCode }: Reading): Promise<void> {
	const { path } = change;
	const before = await Definitions.of(path, change.before, parsing);
	const after = await Definitions.of(path, change.after, parsing);
	for (const { baseline, current } of hunksBetween(change.before, change.after)) {
		if (`${baseline.text}${current.text}`.split('\n').some(isCode)) {
			places.files.add(path);
		}
		for (const line of codeLines(baseline, isCode)) {
			addLine(places, before, before, line);
		}
		for (const line of codeLines(current, isCode)) {
			addLine(places, after, before, line);
		}
	}
}

/** Line numbers, without blank lines. */
function codeLines({ startLine, text }: HunkSide, isCode: Reading['isCode']): number[] {
	return text.split('\n').flatMap((line, at) => (line.trim() === '' || !isCode(line) ? [] : [startLine + at]));
}

/** Adds the definitions around a line of one side, as far as the code before the fix has it. */
function addLine(places: Places, side: Definitions, before: Definitions, line: number): void {
	const id = side.functionAt(line);
	if (id !== undefined && before.hasFunction(id)) {
		places.functions.add(id);
		places.modules.add(before.moduleOf(id));
		return;
	}
	if (id !== undefined) {
		places.added.add(id);
	}
	const owner = side.classAt(line);
	if (owner !== undefined && before.hasClass(owner)) {
		places.modules.add(outermost(owner));
		places.classes.add(owner);
	}
}

/** The class around one. */
function outermost(id: string): string {
	const start = id.lastIndexOf(':');
	return id.slice(0, start) + (/^:[^.]*/.exec(id.slice(start))?.[0] ?? '');
}

/** The definitions of one text of a file. */
class Definitions {
	/** The module of each function, by ids. */
	private readonly functions: ReadonlyMap<string, string>;

	private constructor(
		private readonly path: string,
		private readonly index: SymbolIndex,
		private readonly model: CodeModel,
	) {
		const units = Array.from({ length: model.nFunctions }, (_, at) => model.unit(at));
		this.functions = new Map(
			units.flatMap(unit => (unit === undefined || unit.isClass ? [] : [[unit.id, unit.module] as const])),
		);
	}

	static async of(path: string, text: string, parsing: Parsing): Promise<Definitions> {
		const index = new SymbolIndex();
		index.update((await indexText({ path, sizeBytes: text.length, modifiedMs: 0 }, text, parsing)).file);
		return new Definitions(path, index, new CodeModel(index.units(index.files()), [0]));
	}

	/** The id of the outermost function around a line, as rankings have it. */
	functionAt(line: number): string | undefined {
		const unit = this.model.unit(this.model.functionAt(this.path, line));
		if (unit === undefined || unit.isClass) {
			return undefined;
		}
		const parts = unit.container === '' ? [] : unit.container.split('.');
		const around = parts.map((_, at) => `${this.path}:${parts.slice(0, at + 1).join('.')}`);
		return [...around, unit.id].find(id => this.hasFunction(id));
	}

	hasFunction(id: string): boolean {
		return this.functions.has(id);
	}

	moduleOf(id: string): string {
		return this.functions.get(id) ?? id;
	}

	/** `path:Class` of the innermost class around a line that is not in its doc comment. */
	classAt(line: number): string | undefined {
		const classes = this.index.enclosing(this.path, line).filter(isRealClass);
		const inner = classes.toSorted((a, b) => b.startLine - a.startLine)[0];
		const isDoc = inner?.doc !== undefined && inner.doc.startLine <= line && line <= inner.doc.endLine;
		return inner && !isDoc ? `${this.path}:${qualifiedName(inner)}` : undefined;
	}

	hasClass(id: string): boolean {
		const name = id.slice(this.path.length + 1);
		return this.index
			.classes(name.split('.').at(-1) ?? name)
			.some(each => isRealClass(each) && qualifiedName(each) === name);
	}
}

function isRealClass(symbol: Parameters<typeof isClassLike>[0]): boolean {
	return isClassLike(symbol) && symbol.kind !== 'module';
}
