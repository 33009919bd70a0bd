import type { Run } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { NamedTest } from '../../runs/pure/model/issue';
import { UserError } from '../../system/pure/errors/userError';

/** What fails now. */
export type CulpritTarget =
	| {
			readonly kind: 'test';
			/** By its id, or as an extension of an editor names it. */
			readonly test: string | NamedTest;
	  }
	| {
			readonly kind: 'reproducer';
			/** Its file. */
			readonly name: string;
			readonly text: string;
			/** Id of its language; by its name unless given. */
			readonly language?: string;
	  };

/** What shows the bug of a run: its reproducer, else the failed test that it is about. Throws `UserError` if it has neither. */
export function targetOfRun(run: Run): CulpritTarget {
	const { reproducers, reproducerRuns } = fixOf(run);
	const shown = reproducerRuns.findLast(({ verdict, patch }) => verdict === 'reproduced' && patch === undefined);
	const reproducer = reproducers.find(({ id }) => id === shown?.reproducer);
	if (reproducer !== undefined) {
		const { file: name, text, language } = reproducer;
		return { kind: 'reproducer', name, text, language };
	}
	const test = run.issue?.source.test;
	if (test === undefined) {
		throw new UserError(`The run ${run.id} has no reproducer that shows the bug, and is not about a test.`);
	}
	return { kind: 'test', test };
}
