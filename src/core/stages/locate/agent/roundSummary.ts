import type { CallResult } from '../../../agent/callRunner';
import { counted } from '../../../model/counted';
import { placeName } from '../../../model/placeText';
import { foundText, listed } from '../outcomeText';
import type { NamedOutcome } from './namedSuspects';

/** A round in one line: what was looked for, what came of it, what is suspected now. */
export function roundSummary(results: readonly CallResult[], { locations }: NamedOutcome, isFinal: boolean): string {
	const names = listed([...new Set(locations.map(placeName))], 3);
	if (isFinal) {
		return `Named ${counted(locations.length, 'location')}: ${names}`;
	}
	const suspected = locations.length === 0 ? '' : `, suspects ${names}`;
	return results.length === 0 && locations.length === 0
		? 'Gave no call and no location that could be used'
		: `Looked for ${wanted(results)}: ${foundText(results)}${suspected}`;
}

/** What the calls asked for: the first argument of each is the name or the text that is looked for. */
function wanted(results: readonly CallResult[]): string {
	const texts = results.map(({ call }) => String(Object.values(call.args)[0] ?? call.tool));
	return listed([...new Set(texts.map(shortened))], 3);
}

function shortened(text: string): string {
	const line = text.trim().split('\n')[0] ?? '';
	return line.length <= longestText ? line : `${line.slice(0, longestText - 1)}…`;
}

const longestText = 40;
