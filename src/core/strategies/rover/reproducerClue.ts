import { fillTemplate } from '../../agent/fillTemplate';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import clue from './clue.md';

/** A reproducer that fails because of the bug. */
export interface ShownBug {
	readonly reproducer: Reproducer;
	readonly ran: ReproducerRun;
}

/** A reproducer and its output, for the search and for the author of a patch. */
export function reproducerClue({ reproducer, ran: { execution } }: ShownBug): string {
	const output = execution.stderr.trim() === '' ? execution.stdout : execution.stderr;
	return fillTemplate(clue, { program: reproducer.text.trimEnd(), output: output.trimEnd() });
}
