import { counted } from '../../../model/counted';
import type { Suspicion } from '../../../rank/suspicion';
import type { WantedName } from '../../../rank/wantedNames';
import { foundText, listed } from '../outcomeText';
import { nameCalls } from './nameCalls';
import { pathCalls } from './pathCalls';
import type { PlannedCall } from './plannedCall';
import type { PlannedRound, RoundPlayer } from './roundPlayer';
import { traceCalls } from './traceCalls';

const limits = { frames: 5, files: 3, calls: 10, leastNames: 4 };

/** Looks up what the issue names outright: frames of stack traces, files, classes and functions. */
export function namedRound(
	suspicion: Suspicion,
	names: readonly WantedName[],
	player: RoundPlayer,
): PlannedRound | undefined {
	const { brief, model } = suspicion;
	const frames = player.notAsked(traceCalls(brief, model)).slice(0, limits.frames);
	const files = player.notAsked(pathCalls(brief, model)).slice(0, limits.files);
	const nNames = Math.max(limits.leastNames, limits.calls - frames.length - files.length);
	const named = player.notAsked(nameCalls(names)).slice(0, nNames);
	const calls = [...frames, ...files, ...named];
	return calls.length === 0
		? undefined
		: {
				title: 'Look up what the issue names',
				reasoning: [
					...reason(frames, n => `A stack trace passes through this workspace: ${counted(n, 'frame')} to look at.`),
					...reason(files, n => `The issue points at ${counted(n, 'file')}.`),
					...(named.length === 0 ? [] : [`The issue names ${listed(names.slice(0, named.length).map(fullName))}.`]),
				],
				calls,
				summary: answered => `Looked up ${counted(calls.length, 'name')} from the issue: ${foundText(answered)}`,
			};
}

function reason(calls: readonly PlannedCall[], text: (n: number) => string): string[] {
	return calls.length === 0 ? [] : [text(calls.length)];
}

function fullName({ owner, name }: WantedName): string {
	return owner === undefined ? name : `${owner}.${name}`;
}
