import type { CaseClass, GoldFunction } from './entryPointCase';
import runners from './runners.json';

/**
 * The bench's own reading of an output, which shares nothing with Faultline's: every `path:line` of a project file, in
 * the notations of all languages, and the order in which a runner prints them.
 */
export interface Frame {
	readonly file: string;
	readonly line: number;
}

interface RunnerFormat {
	/** Where the deepest frame of a trace is. */
	readonly deepest: string;
	/** What each failure begins with. */
	readonly section?: string;
	/** Lines that are no frames. */
	readonly ignore?: string;
}

export interface Project {
	readonly root: string;
	/** Paths relative to the root. */
	readonly files: ReadonlySet<string>;
	readonly isTest: (file: string) => boolean;
	readonly readLines: (file: string) => readonly string[];
}

const place =
	/([\w./\\@+~-]+\.(?:py|[cm]?[jt]sx?|java|go|rs|rb|php|cs|c|h|cc|cpp|hpp))(?:", line |:line |:|\(| on line )(\d+)/g;

/** Undefined where the output has no project frame at all. */
export function classify(output: string, runner: string, gold: GoldFunction, project: Project): CaseClass | undefined {
	const format = (runners as Record<string, RunnerFormat>)[runner];
	if (format === undefined) {
		throw new Error(`runners.json does not have ${runner}`);
	}
	const sections = sectionsOf(withoutColors(output), format).map(lines => framesOf(lines, format, project));
	const [first] = sections.filter(frames => frames.length > 0);
	if (first === undefined) {
		return undefined;
	}
	const [deepest] = first;
	if (deepest !== undefined && (isIn(gold, deepest) || isCalledBy(deepest, gold, project))) {
		return 'deepest';
	}
	return sections.flat().some(frame => isIn(gold, frame)) ? 'frame' : 'none';
}

function withoutColors(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal
	return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

/** The failures; all lines are one where none begins. */
function sectionsOf(output: string, { section }: RunnerFormat): string[][] {
	const lines = output.split('\n');
	const start = section === undefined ? undefined : new RegExp(section);
	const sections: string[][] = [];
	for (const line of lines) {
		if (start?.test(line)) {
			sections.push([]);
		}
		sections.at(-1)?.push(line);
	}
	return sections.length === 0 ? [lines] : sections;
}

/** Deepest first. */
function framesOf(lines: readonly string[], { deepest, ignore }: RunnerFormat, project: Project): Frame[] {
	const ignored = ignore === undefined ? undefined : new RegExp(ignore);
	const frames = lines
		.filter(line => ignored?.test(line) !== true)
		.flatMap(line => [...line.matchAll(place)])
		.flatMap(([, path = '', line]) => projectFile(path, project).map(file => ({ file, line: Number(line) })));
	return deepest === 'last' ? frames.reverse() : frames;
}

/** At most one file: the path itself, or the only file that ends with it. */
function projectFile(path: string, { root, files }: Project): string[] {
	const inRoot = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^(?:\.\/|file:\/\/)/, '');
	if (files.has(inRoot)) {
		return [inRoot];
	}
	const ending = inRoot.startsWith('/') ? [] : [...files].filter(file => file.endsWith(`/${inRoot}`));
	return ending.length === 1 ? ending : [];
}

function isIn({ file, startLine, endLine }: GoldFunction, frame: Frame): boolean {
	return frame.file === file && startLine <= frame.line && frame.line <= endLine;
}

/** Whether the frame is in a test and its statement names the function, its class, or what its module exports, as a callee. */
function isCalledBy(frame: Frame, gold: GoldFunction, project: Project): boolean {
	if (!project.isTest(frame.file)) {
		return false;
	}
	const [name = '', owner = ''] = gold.name.split('.').reverse();
	const statement = statementAt(project.readLines(frame.file), frame.line).replace(/'[^'\n]*'|"[^"\n]*"/g, '""');
	const names = constructors.test(name) ? [owner] : [name, ...importedNames(gold, frame.file, project)];
	return names.some(each =>
		new RegExp(
			`(?<![\\w$])${each.replace(/\$/g, '\\$')}(?:!?\\(|::<|<[^>]*>\\()|[.:>]${each.replace(/[$?!]/g, '\\$&')}(?![\\w])`,
		).test(statement),
	);
}

const constructors = /^(?:__init__|__construct|constructor|initialize)$/;

/** What the test file calls the one thing that the function's module exports. */
function importedNames({ file, startLine }: GoldFunction, test: string, { readLines }: Project): string[] {
	if (!/module\.exports\s*=|export default/.test(readLines(file)[startLine - 1] ?? '')) {
		return [];
	}
	const stem = file
		.replace(/\.\w+$/, '')
		.replace(/(?:^|\/)index$/, '')
		.split('/')
		.at(-1);
	return readLines(test).flatMap(line => {
		const [, name, from = ''] =
			/(?:const|let|var|import)\s+(\w+)\s*(?:=\s*require\(|from\s*)['"]([^'"]+)/.exec(line) ?? [];
		const last =
			from
				.replace(/\.\w+$/, '')
				.split('/')
				.filter(part => part !== '.' && part !== '..' && part !== '')
				.at(-1) ?? '';
		return name !== undefined && from.startsWith('.') && last === stem ? [name] : [];
	});
}

/** The lines from a frame's line to the one that closes its brackets. */
function statementAt(lines: readonly string[], line: number): string {
	let depth = 0;
	for (let at = line - 1; at < Math.min(lines.length, line + 15); at++) {
		const code = (lines[at] ?? '').replace(/'[^']*'|"[^"]*"/g, '');
		depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
		if (depth <= 0) {
			return lines.slice(line - 1, at + 1).join('\n');
		}
	}
	return lines[line - 1] ?? '';
}
