import type { RunEvent } from '../../../runs/pure/events/runEvent';

/** A stop of a replay: after this many events of the log. */
export interface ReplayMoment {
	readonly nEvents: number;
	/** The latest event, for users: `Searched for 2 texts from the issue`. */
	readonly label: string;
}

/** The text for an event that does not name itself. An event of another type changes the view with the next one. */
const labels: Readonly<Partial<Record<RunEvent['type'], string>>> = {
	...{ runStarted: 'The run starts', briefMade: 'The issue is read', runResumed: 'The run continues' },
	...{ reasoned: 'Reasoning', modelAsked: 'The model is asked', modelAnswered: 'The model answers' },
	...{ modelFailed: 'The request fails', noted: 'Note', toolAnswered: 'A tool answers', paused: 'The run waits' },
	...{ locationsNamed: 'Locations are named', spectrumMeasured: 'Tests are measured' },
	...{ reproducerWritten: 'A reproducer is written', reproducerRan: 'The reproducer runs' },
	...{ patchWritten: 'A patch is written', patchReviewed: 'A patch is reviewed', patchesRanked: 'Patches are ranked' },
	...{ validationRan: 'The tests run', crashChecked: 'The reproducer command runs', testsRan: 'Tests were run' },
	hunksJudged: 'Changes are judged',
	...{
		candidatesCompared: 'Alternatives are compared',
		branchEnded: 'A branch ends',
		hunksDecided: 'Changes are decided',
	},
	...{
		patchEvaluated: 'A patch is evaluated',
		memoryChanged: 'The memory changes',
		locationDismissed: 'A location is dismissed',
	},
	runEnded: 'The run ends',
};

/** The moments of a log in order; the last one has all events. */
export function replayMoments(events: readonly RunEvent[]): readonly ReplayMoment[] {
	const moments = events.flatMap((event, at) => {
		const label = labelOf(event);
		return label === undefined ? [] : [{ nEvents: at + 1, label }];
	});
	const last = moments.at(-1);
	return last === undefined || last.nEvents === events.length
		? moments
		: [...moments.slice(0, -1), { ...last, nEvents: events.length }];
}

function labelOf(event: RunEvent): string | undefined {
	switch (event.type) {
		case 'nodeOpened':
			return event.title;
		case 'nodeClosed':
			return event.summary;
		case 'toolCalled':
			return `Calls ${event.tool}`;
		default:
			return labels[event.type];
	}
}
