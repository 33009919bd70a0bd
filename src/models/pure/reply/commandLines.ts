import type { Tool } from '../tools/tool';
import { type BoundCall, bindCall } from './boundCall';
import { calledTool } from './calledTool';

/** A line that is a command of a shell with a tool's name, such as `grep -rn "text" src/`. */
export interface CommandLine {
	readonly bound: BoundCall;
	/** Its position in the text. */
	readonly start: number;
	readonly end: number;
}

const limits = { lines: 2000, length: 500 };
/** What may be before a command: a list mark, a prompt, an opening mark of code. */
const beforeCommand = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?`{0,3}(\$\s+)?/;
const word = /(--?[\w-]+=)?(?:"([^"]*)"|'([^']*)'|([^\s"'|;&<>]+))/gy;

/** The lines of a text that are such commands. */
export function commandLines(text: string, tools: readonly Tool[]): CommandLine[] {
	const found: CommandLine[] = [];
	let start = 0;
	for (const line of text.split('\n').slice(0, limits.lines)) {
		const bound = line.length > limits.length ? undefined : boundLine(line, tools);
		if (bound !== undefined) {
			found.push({ bound, start, end: start + line.length });
		}
		start += line.length + 1;
	}
	return found;
}

function boundLine(line: string, tools: readonly Tool[]): BoundCall | undefined {
	const [before = '', prompt] = beforeCommand.exec(line) ?? [];
	const text = line.slice(before.length).replace(/`{1,3}\s*$/, '');
	const [name = ''] = /^[a-z_]+(?=\s)/.exec(text) ?? [];
	const tool = name === '' ? undefined : calledTool(name, tools);
	const words = tool && readWords(text.slice(name.length));
	if (tool === undefined || words === undefined || words.every(({ isFlag }) => isFlag)) {
		return undefined;
	}
	const isCommand = prompt !== undefined || words.some(({ isFlag }) => isFlag) || words.every(isArgument);
	const positional = words.filter(({ isFlag, key }) => !isFlag && key === undefined).map(each => each.text);
	const named = words.flatMap(({ key, text: value }) => (key === undefined ? [] : [[key, value] as const]));
	return isCommand ? bindCall(tool, { positional, named: Object.fromEntries(named) }, { name, text }) : undefined;
}

interface CommandWord {
	readonly text: string;
	readonly isQuoted: boolean;
	/** An option, or the number after one. */
	readonly isFlag: boolean;
	/** Of `--key=value`. */
	readonly key?: string;
}

/** The words up to an operator of the shell; undefined where a quoted text does not end. */
function readWords(text: string): readonly CommandWord[] | undefined {
	const words: CommandWord[] = [];
	let at = 0;
	for (;;) {
		at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
		if (at >= text.length || '|;&<>'.includes(text[at] ?? '')) {
			return words;
		}
		word.lastIndex = at;
		const match = word.exec(text);
		if (match === null) {
			return undefined;
		}
		at = word.lastIndex;
		const [, key, double, single, bare = ''] = match;
		const isQuoted = double !== undefined || single !== undefined;
		const isNumberOfFlag = words.at(-1)?.isFlag === true && /^\d+$/.test(bare);
		words.push({
			text: double ?? single ?? bare,
			isQuoted,
			isFlag: key === undefined && !isQuoted && (bare.startsWith('-') || isNumberOfFlag),
			...(key !== undefined && { key: key.replace(/^-+/, '').slice(0, -1) }),
		});
	}
}

/** Quoted, a path, a pattern of paths or a number, rather than a word of a sentence. */
function isArgument({ text, isQuoted }: CommandWord): boolean {
	return isQuoted || /^\d+$/.test(text) || /^[\w*.-]*(?:\/[\w*.-]*)+$|^[\w*-]*\.\w{1,8}$/.test(text);
}
