import type { EndData } from '../../../code/pure/languages/reproducerData';
import type { Execution } from '../../../runs/pure/model/execution';
import type { Command } from '../../../sandbox/pure/execution/runner';

/** A script that prints a mark of its own at its end, after its last assertion. */
export interface MarkedScript {
	readonly text: string;
	/** Random for each execution; undefined if the end of this script cannot be marked. */
	readonly mark: string | undefined;
}

/**
 * Adds code to a script that prints a mark at its end: exit code 0 alone does not show that its assertions were
 * reached. Code it executes may end the process itself.
 */
export function withEndMark(text: string, end: EndData | undefined): MarkedScript {
	if (end === undefined || (end.find !== undefined && !new RegExp(end.find, 'm').test(text))) {
		return { text, mark: undefined };
	}
	const mark = `end-${crypto.randomUUID()}`;
	const fill = (part: string) => part.replaceAll('{mark}', mark);
	const changed = end.find === undefined ? text : text.replace(new RegExp(end.find, 'm'), fill(end.replace ?? ''));
	return { text: `${changed}${changed.endsWith('\n') ? '' : '\n'}${fill(end.append ?? '')}`, mark };
}

/** Whether a script got to its end; true if the end is not marked. */
export function hasReachedEnd(
	{ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>,
	mark: string | undefined,
): boolean {
	return mark === undefined || `${stdout}\n${stderr}`.includes(mark);
}

/** The execution without the mark, which differs each time. */
export function withoutMark(execution: Execution, mark: string | undefined): Execution {
	if (mark === undefined) {
		return execution;
	}
	const clean = (text: string) => text.replace(new RegExp(`${mark}\\r?\\n?`), '');
	return { ...execution, stdout: clean(execution.stdout), stderr: clean(execution.stderr) };
}

/** Shows users a script's output, without the mark. */
export function outputWithoutMark(onOutput: Command['onOutput'], mark: string | undefined): Pick<Command, 'onOutput'> {
	if (onOutput === undefined || mark === undefined) {
		return { ...(onOutput && { onOutput }) };
	}
	const line = new RegExp(`${mark}\\r?\\n?`);
	return { onOutput: (stream, text) => onOutput(stream, text.replace(line, '')) };
}
