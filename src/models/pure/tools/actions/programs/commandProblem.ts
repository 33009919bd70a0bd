import type { LanguageData } from '../../../../../code/pure/languages/languageData';
import rules from './refusedCommands.json';
import { type ShellCommand, shellCommands } from './shellCommands';

/**
 * Why a command line is not run, and the alternative: it needs a terminal, changes versions or runs on by itself.
 * Undefined for one that may be run.
 */
export function commandProblem(line: string, languages: readonly LanguageData[]): string | undefined {
	const shells = languages.flatMap(language => language.shells ?? []);
	const consoles = languages.flatMap(language => [
		...(language.reproducer?.interpreter ?? []),
		...(language.consoles ?? []),
	]);
	const interactive = new Set([...rules.interactive, ...shells, ...consoles].map(kindOf));
	const commands = nestedCommands(line, shells, maxDepth);
	const problems = commands.flatMap(command => problemOf(command, interactive) ?? []);
	return problems[0];
}

/** How many shells in shells are looked into. */
const maxDepth = 5;

/** The commands of a line, and those that a shell in it is given as text. */
function nestedCommands(line: string, shells: readonly string[], depth: number): ShellCommand[] {
	return shellCommands(line).flatMap(written => {
		const command = { ...written, words: withoutPrefixes(written.words) };
		const [program = '', ...args] = command.words;
		const at = args.findIndex(arg => /^-[a-z]*c$/.test(arg));
		const inner = shells.includes(nameOf(program)) && at >= 0 && depth > 0 ? args[at + 1] : undefined;
		return [command, ...(inner === undefined ? [] : nestedCommands(inner, shells, depth - 1))];
	});
}

/** `timeout 10 vim` is `vim`. */
function withoutPrefixes(words: readonly string[]): readonly string[] {
	if (!rules.prefixes.includes(nameOf(words[0] ?? ''))) {
		return words;
	}
	const first = words.findIndex((word, at) => at > 0 && !/^(?:-|\d|[A-Za-z_]\w*=)/.test(word));
	return first < 0 ? words : withoutPrefixes(words.slice(first));
}

function problemOf(
	{ words, hasInput, isDetached }: ShellCommand,
	interactive: ReadonlySet<string>,
): string | undefined {
	const [program = '', ...args] = words;
	const name = nameOf(program);
	const refused = rules.refused.find(({ programs }) => programs.includes(name));
	if (refused !== undefined) {
		return refusalText(name, refused.instead);
	}
	if (isDetached) {
		return refusalText(name || '&', rules.detached);
	}
	const isBare = args.every(arg => /^-[iqlu]+$/.test(arg));
	return interactive.has(kindOf(name)) && isBare && !hasInput ? refusalText(name, rules.bare) : undefined;
}

function refusalText(name: string, instead: string): string {
	return `Nothing in this line was run because of \`${name}\`. ${instead}`;
}

/** A program of the system by only its name; one of the project, which is another one, by its path. */
function nameOf(program: string): string {
	const at = program.lastIndexOf('/');
	return rules.systemFolders.includes(program.slice(0, at + 1)) ? program.slice(at + 1) : program;
}

/** Without a version: an interpreter has several names. */
function kindOf(name: string): string {
	return name.replace(/(?<![\d.])[\d.]+$/, '');
}
