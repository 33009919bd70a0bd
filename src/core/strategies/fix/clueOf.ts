import { fillTemplate } from '../../agent/fillTemplate';
import cluePrompt from './clue.md';
import type { ShownBug } from './fixSteps';

/** What a reproducer wrote when it failed, for the search to begin with. */
export function clueOf({ reproducer, ran: { execution } }: ShownBug): string {
	const output = execution.stderr.trim() === '' ? execution.stdout : execution.stderr;
	return fillTemplate(cluePrompt, { program: reproducer.text.trimEnd(), output: output.trimEnd() });
}
