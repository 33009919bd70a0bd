import type { CodeModel } from '../../../code/pure/calls/codeModel';

/** Files of the workspace that a test imports. */
export interface TestImports {
	/** Positions of all of them in the model. */
	readonly files: ReadonlySet<number>;
	/** Names of imported modules and members that are no code of the workspace. */
	readonly foreign: ReadonlySet<string>;
}

const importWord =
	/^\s*(?:import|from|use|using|include|require_relative|require|require_once|export)\b|\brequire\(|\bimport\(|^\s*#\s*include\b/;
const limits = { line: 300, joined: 30, files: 3 };

export interface ImportingFile {
	readonly path: string;
	readonly text: string;
	/** With a slash, if the workspace has several: files in it are meant, if any. Else ''. */
	readonly folder: string;
	/** The name under which the workspace's own code is imported. */
	readonly packageName: string | undefined;
}

/** Reads the imports of a test line by line, those over several lines too. */
export function testImports({ path, text, folder, packageName }: ImportingFile, model: CodeModel): TestImports {
	const files = new Set<number>();
	const known = new Set<string>();
	const foreign = new Set<string>();
	for (const statement of importStatements(text)) {
		const found = modulesIn(statement, path).flatMap(name => filesOf(name, model, folder));
		for (const file of found) {
			files.add(file);
		}
		const isOwn = found.length > 0 || (packageName !== undefined && isPackage(statement, packageName));
		for (const name of statement.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) {
			(isOwn ? known : foreign).add(name);
		}
	}
	return { files, foreign: new Set([...foreign].filter(name => !known.has(name))) };
}

/** Whether a statement imports from a package; `-` in its name may be written `_`. */
function isPackage(statement: string, packageName: string): boolean {
	const plain = (text: string) => text.replaceAll('-', '_');
	const at = plain(statement).indexOf(plain(packageName));
	const isWhole = (text: string | undefined) => text === undefined || !/[\p{L}\p{N}_]/u.test(text);
	return at >= 0 && isWhole(statement[at - 1]) && isWhole(statement[at + packageName.length]);
}

function filesOf(name: string, model: CodeModel, folder: string): number[] {
	const all = model.filesOfModule(name);
	const own = all.filter(path => path.startsWith(folder));
	const paths = own.length === 0 ? all : own;
	return paths.length > limits.files ? [] : paths.map(path => model.filePosition(path)).filter(at => at >= 0);
}

function* importStatements(text: string): Iterable<string> {
	const lines = text.split('\n');
	for (let at = 0; at < lines.length; at++) {
		let statement = lines[at] ?? '';
		if (statement.length > limits.line || !importWord.test(statement)) {
			continue;
		}
		for (let end = at + 1; end < at + limits.joined && isOpen(statement) && end < lines.length; end++) {
			statement += ` ${(lines[end] ?? '').slice(0, limits.line)}`;
			at = end;
		}
		yield statement;
	}
}

function isOpen(statement: string): boolean {
	const count = (bracket: string) => statement.split(bracket).length;
	return count('(') > count(')') || count('{') > count('}');
}

/** Modules that a statement may name, as paths without extension: `a/b` for `a.b` and `a::b`, and with each member. */
function modulesIn(statement: string, path: string): string[] {
	const quoted = [...statement.matchAll(/["'`<]([^"'`<>]{1,200})["'`>]/g)].flatMap(([, name = '']) =>
		inFolder(name, path),
	);
	const words = statement.match(/[\w$]+(?:(?:\.|::|\/|\\)[\w$]+)*/g) ?? [];
	const modules = words.map(word => word.replaceAll(/::|\.|\\/g, '/'));
	const parts = modules.flatMap((module, at) => modules.slice(at + 1, at + 20).map(part => `${module}/${part}`));
	return [...quoted, ...modules, ...parts.filter(name => name.includes('/'))];
}

/** A relative path from the folder of a file; others as they are. */
function inFolder(name: string, path: string): string[] {
	const plain = name.replace(/(?<=[\w$-])\.\w{1,4}$/, '');
	if (!plain.startsWith('.')) {
		return plain.includes('/') ? [plain] : [plain, [...path.split('/').slice(0, -1), plain].join('/')];
	}
	const parts = path.split('/').slice(0, -1);
	for (const part of plain.split('/')) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '.' && part !== '') {
			parts.push(part);
		}
	}
	return [parts.length === 0 ? 'index' : parts.join('/')];
}
