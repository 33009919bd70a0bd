import type { LanguageData } from '../../../code/pure/languages/languageData';
import type { Execution } from '../../../runs/pure/model/execution';
import type { Checkout } from '../execution/checkouts';
import { headAndTail } from '../execution/patchedCopy';
import { fillText } from '../execution/placeholders';
import type { Command } from '../execution/runner';
import type { ActionOutput } from './workbench';

/** How much of an output is kept, in characters. */
export const outputLimit = 100_000;

type OpenedCommand = Omit<Command, 'timeoutMs'>;

/** The place in which commands run. */
export interface BenchPlace {
	readonly checkout: Checkout;
	/** Interpreters of the project, by the name of the one each replaces: `./.venv/bin/python` is in the checkout. */
	readonly interpreters: ReadonlyMap<string, string> | undefined;
	readonly languages: readonly LanguageData[];
}

/**
 * A command in a folder of the checkout, which is a workspace path. The project's own programs come first, and modules
 * are found as by reproducers.
 */
export function commandIn(
	{ checkout, interpreters = new Map(), languages }: BenchPlace,
	command: Command['command'],
	at = '',
): OpenedCommand {
	const { folder, reach } = checkout;
	const own = [...interpreters.values()].filter(path => path.startsWith('./'));
	const folders = own.map(path => `${folder}/${path.slice(2, path.lastIndexOf('/'))}`);
	const cwd = at === '' ? folder : `${folder}/${at}`;
	const env = variablesIn(folder, languages);
	return { command, cwd, reach, env, programFolders: [...new Set(folders)], isBeside: true, loopback: folder };
}

/** Returns the environment variables for programs of these languages in a folder. */
function variablesIn(folder: string, languages: readonly LanguageData[]): Readonly<Record<string, string>> {
	const values = { folder, ':': folder.includes('\\') ? ';' : ':' };
	const variables = languages.flatMap(({ reproducer }) => Object.entries(reproducer?.variables ?? {}));
	return Object.fromEntries(variables.map(([name, text]) => [name, fillText(text, values)]));
}

/** An output for a model: without the path of the checkout, and of a long one the beginning and the end. */
export function shownOutput({ folder }: Pick<Checkout, 'folder'>, text: string): string {
	return headAndTail(text.replaceAll(`${folder}/`, '').replaceAll(folder, '.')).replace(/(?<!\n)\n+$/, '');
}

/** How a command ended. `ok`: by itself, with exit code 0. */
export function endOf(
	{ exitCode, signal, timedOut, exceeded }: Execution,
	timeoutMs: number,
): Omit<ActionOutput, 'text'> {
	if (timedOut) {
		return { ok: false, end: `timed out after ${timeoutMs / 1000} s` };
	}
	if (exceeded !== undefined) {
		return { ok: false, end: `ended because it used ${exceeded}` };
	}
	return { ok: exitCode === 0, end: signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}` };
}
