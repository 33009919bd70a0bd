import { counted } from '../../../model/counted';
import type { Suspicion } from '../../../rank/suspicion';
import type { WantedName } from '../../../rank/wantedNames';
import { foundText } from '../outcomeText';
import { nameCalls } from './nameCalls';
import type { PlannedRound, RoundPlayer } from './roundPlayer';
import { stringCalls, useCalls } from './textCalls';

const limits = { strings: 3, uses: 3, calls: 7 };

/** Searches the code for texts the issue quotes and for names it uses that nothing is called. */
export function textRound(
	suspicion: Suspicion,
	names: readonly WantedName[],
	player: RoundPlayer,
): PlannedRound | undefined {
	const strings = player.notAsked(stringCalls(suspicion, limits.strings));
	const uses = player.notAsked(useCalls(suspicion, names)).slice(0, limits.uses);
	const others = player.notAsked(nameCalls(names)).slice(0, limits.calls - strings.length - uses.length);
	const calls = player.notAsked([...strings, ...uses, ...others]);
	return calls.length === 0
		? undefined
		: {
				title: 'Search for what the issue quotes and uses',
				reasoning: [
					...(strings.length === 0 ? [] : [`The code holds ${counted(strings.length, 'text')} that the issue quotes.`]),
					...(uses.length === 0 ? [] : [`${counted(uses.length, 'name')} of the issue stand only inside functions.`]),
					...(others.length === 0 ? [] : [`${counted(others.length, 'name')} of the issue are still to be looked up.`]),
				],
				calls,
				summary: answered => `Searched for ${counted(calls.length, 'text')} from the issue: ${foundText(answered)}`,
			};
}
