import type { Execution } from './model/execution';
import type { RunEvent } from './model/run/runEvent';

/** A file of a run that a person can open; it says nothing that the log does not. */
export interface RunArtifact {
	/** Without a folder; the same event has the same names. */
	readonly name: string;
	readonly text: string;
}

/** The files an event makes: a patch as a diff, a reproducer as a program, what an execution wrote. */
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
