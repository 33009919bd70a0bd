import type { RecordedCall } from './recordedCall';
import type { TreeTexts } from './treeTexts';

/** Lines that a recorded call names, however wrongly it was made. 1-based, inclusive. */
export interface NamedLines {
	readonly file: string;
	readonly startLine: number;
	readonly endLine: number;
}

export interface NamedThing {
	/** Which of the rules below found it. */
	readonly rule: string;
	/** The call leads to it when a place of its answer and one of these share a line. */
	readonly lines: readonly NamedLines[];
}

/** Its lines are those of its name alone. */
interface Definition extends NamedLines {
	readonly name: string;
	readonly kind: 'class' | 'def' | 'attribute' | 'assignment';
	readonly indent: number;
	readonly bases: readonly string[];
}

/**
 * The named things of a tree, found with regular expressions by line and by indentation, independently of the measured
 * code. bench/README.md lists the rules.
 */
export class NamedThings {
	private readonly files: TreeTexts;
	private readonly byName = new Map<string, Definition[]>();
	private readonly byFile = new Map<string, Definition[]>();

	constructor(files: TreeTexts) {
		this.files = files;
		for (const path of files.paths.filter(each => each.endsWith('.py'))) {
			const definitions = definitionsOf(path, files.text(path));
			this.byFile.set(path, definitions);
			for (const definition of definitions) {
				this.byName.set(definition.name, [...(this.byName.get(definition.name) ?? []), definition]);
			}
		}
	}

	/** The nearest existing thing that a call names, or undefined. */
	of({ func_name: tool, arguments: args }: RecordedCall): NamedThing | undefined {
		const code = args.query ?? args.code_str;
		if (code !== undefined) {
			return this.code(code, args.file_name);
		}
		const isMethod = tool.startsWith('search_method');
		const words = identifiers((isMethod ? args.method_name : args.class_name) ?? '');
		const name = words.at(-1) ?? '';
		const owner = words.length > 1 ? words.at(-2) : isMethod ? identifiers(args.class_name ?? '').at(-1) : undefined;
		const rules: [string, () => readonly NamedLines[]][] = [
			['member of the class named', () => this.members(owner, name)],
			['inherited by the class named', () => this.inherited(owner, name, new Set())],
			['in the file named', () => this.defined(name).filter(each => this.isFile(each.file, args.file_name))],
			['defined somewhere', () => this.defined(name)],
			[
				'a local variable in the file named',
				() => this.named(name).filter(each => this.isFile(each.file, args.file_name)),
			],
			['a local variable somewhere', () => this.named(name)],
			['a file or folder', () => this.filesCalled(name)],
			['the class named', () => this.classes(owner).flatMap(each => [each, ...this.blockOf(each)])],
			['the file named', () => this.paths(args.file_name).map(wholeFile)],
		];
		for (const [rule, find] of rules) {
			const lines = find();
			if (lines.length > 0) {
				return { rule, lines };
			}
		}
		return undefined;
	}

	private named(name: string): readonly Definition[] {
		return this.byName.get(name) ?? [];
	}

	/** All but local variables: a class, a function, an attribute, an assignment outside functions. */
	private defined(name: string): readonly Definition[] {
		return this.named(name).filter(each => each.kind !== 'assignment' || this.isOutsideFunctions(each));
	}

	private isOutsideFunctions(definition: Definition): boolean {
		const before = (this.byFile.get(definition.file) ?? []).filter(({ startLine }) => startLine < definition.startLine);
		const around = before.findLast(
			each => each.indent < definition.indent && (each.kind === 'class' || each.kind === 'def'),
		);
		return definition.indent === 0 || around?.kind === 'class';
	}

	private classes(name: string | undefined): readonly Definition[] {
		return this.named(name ?? '').filter(({ kind }) => kind === 'class');
	}

	private members(owner: string | undefined, name: string): Definition[] {
		const inner = this.classes(owner).flatMap(each => this.blockOf(each));
		const named = inner.filter(each => each.name === name);
		return named.filter(each => each.kind !== 'assignment' || this.isOutsideFunctions(each));
	}

	private inherited(owner: string | undefined, name: string, seen: Set<string>): Definition[] {
		const bases = this.classes(owner).flatMap(({ bases }) => bases.filter(base => !seen.has(base)));
		for (const base of bases) {
			seen.add(base);
		}
		const direct = bases.flatMap(base => this.members(base, name));
		return direct.length > 0 ? direct : bases.flatMap(base => this.inherited(base, name, seen));
	}

	/** Everything defined in the indented block below a class. */
	private blockOf(owner: Definition): Definition[] {
		const all = this.byFile.get(owner.file) ?? [];
		const after = all.slice(all.indexOf(owner) + 1);
		const end = after.findIndex(each => each.indent <= owner.indent && (each.kind === 'class' || each.kind === 'def'));
		return (end < 0 ? after : after.slice(0, end)).filter(each => each.indent > owner.indent);
	}

	private code(code: string, fileName: string | undefined): NamedThing | undefined {
		const readings = [code, code.replaceAll('\\n', '\n').replaceAll('\\t', '\t')];
		const lines = this.files.paths.flatMap(file => occurrences(this.files.text(file), readings, file));
		const here = lines.filter(({ file }) => this.isFile(file, fileName));
		const named = this.paths(fileName).map(wholeFile);
		const found: NamedThing[] = [
			{ rule: 'code in the file named', lines: here },
			{ rule: 'code somewhere', lines },
			{ rule: 'the file named', lines: named },
		];
		return found.find(thing => thing.lines.length > 0);
	}

	private isFile(path: string, name: string | undefined): boolean {
		return name !== undefined && `/${path}`.endsWith(`/${name}`);
	}

	private paths(name: string | undefined): string[] {
		return this.files.paths.filter(path => this.isFile(path, name));
	}

	private filesCalled(name: string): NamedLines[] {
		return this.files.paths
			.filter(path => name !== '' && path.endsWith('.py') && path.slice(0, -3).split('/').includes(name))
			.map(wholeFile);
	}
}

/** The identifiers of a name as written, up to its parameters or value. */
function identifiers(written: string): string[] {
	return written.split(/[(=]/)[0]?.match(/[A-Za-z_]\w*/g) ?? [];
}

function definitionsOf(file: string, text: string): Definition[] {
	return text.split('\n').flatMap((line, at): Definition[] => {
		const indent = line.length - line.trimStart().length;
		const place = { file, startLine: at + 1, endLine: at + 1, indent };
		const defined = /^\s*(?:async\s+)?(def|class)\s+(\w+)\s*(?:\(([^)]*))?/.exec(line);
		if (defined !== null) {
			const [, word, name = '', inherited = ''] = defined;
			const isClass = word === 'class';
			const bases = isClass ? inherited.split(',').flatMap(base => identifiers(base).slice(-1)) : [];
			return [{ ...place, name, kind: isClass ? 'class' : 'def', bases }];
		}
		const assigned = /^\s*((?:self|cls)\.)?(\w+)\s*(?::[^=]*)?=(?!=)/.exec(line);
		const [, receiver, name = ''] = assigned ?? [];
		const kind = receiver === undefined ? 'assignment' : 'attribute';
		return assigned === null ? [] : [{ ...place, name, kind, bases: [] }];
	});
}

function wholeFile(file: string): NamedLines {
	return { file, startLine: 1, endLine: Number.POSITIVE_INFINITY };
}

function occurrences(text: string, readings: readonly string[], file: string): NamedLines[] {
	const found: NamedLines[] = [];
	for (const reading of new Set(readings)) {
		for (let at = text.indexOf(reading); at !== -1 && reading !== ''; at = text.indexOf(reading, at + reading.length)) {
			const line = text.slice(0, at).split('\n').length;
			found.push({ file, startLine: line, endLine: line });
		}
	}
	return found;
}
