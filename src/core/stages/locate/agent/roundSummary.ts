import { placeName } from '../../../model/placeText';
import { counted, foundText, listed } from '../outcomeText';
import type { NamedOutcome } from './namedSuspects';
import type { AnsweredCall } from './roundCalls';

/** A round in one line: what was looked for, what came of it, what is suspected now. */
export function roundSummary(results: readonly AnsweredCall[], { locations }: NamedOutcome, isFinal: boolean): string {
	const names = listed([...new Set(locations.map(placeName))], 3);
	if (isFinal) {
		return `Named ${counted(locations.length, 'location')}: ${names}`;
	}
	const suspected = locations.length === 0 ? '' : `, suspects ${names}`;
	return results.length === 0 && locations.length === 0
		? 'Gave no call and no location that could be used'
		: `Made ${counted(results.length, 'call')}: ${foundText(results)}${suspected}`;
}
