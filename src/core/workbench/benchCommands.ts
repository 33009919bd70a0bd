import { headAndTail } from '../execution/patchedCopy';
import type { Execution } from '../model/execution';
import type { Checkout, Command } from '../ports';
import type { ActionOutput } from '../tools/actions/workbench';

type OpenedCommand = Omit<Command, 'timeoutMs'>;

/** A command in a folder of a checkout, which is a workspace path. */
export function commandIn(
	{ folder, reach }: Pick<Checkout, 'folder' | 'reach'>,
	command: Command['command'],
	at = '',
): OpenedCommand {
	const cwd = at === '' ? folder : `${folder}/${at}`;
	return { command, cwd, reach, isBeside: true, loopback: folder };
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
