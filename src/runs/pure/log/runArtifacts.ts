import type { RunEvent } from '../events/runEvent';
import type { Execution } from '../model/execution';

/** A file of a run for users to open; it contains nothing that is not in the log. */
export interface RunArtifact {
	/** Without a folder; the same event always gives the same names. */
	readonly name: string;
	readonly text: string;
}

/** The files for an event: a patch as a diff, a reproducer as a program, the output of an execution. */
export function artifactsOf(event: RunEvent): RunArtifact[] {
	switch (event.type) {
		case 'patchWritten':
			return [{ name: `${event.patch.id}.diff`, text: event.patch.diff }];
		case 'reproducerWritten': {
			const { id, file, text } = event.reproducer;
			return [{ name: `${id}-${file.split('/').at(-1)}`, text }];
		}
		case 'reproducerRan':
			return outputs(event.ran.reproducer, event.ran);
		case 'validationRan':
			return outputs('tests', event.ran);
		case 'crashChecked':
			return outputs('crash', event.ran);
		default:
			return [];
	}
}

interface Ran {
	readonly patch?: string;
	readonly execution: Execution;
}

function outputs(what: string, { patch = 'before', execution }: Ran): RunArtifact[] {
	return (['stdout', 'stderr'] as const).map(stream => ({
		name: `${what}-${patch}.${stream}.txt`,
		text: execution[stream],
	}));
}
