import { listed } from '../../../localizer/pure/embedded/outcomeText';
import type { BranchExit } from '../../../runs/pure/events/treeEvents';
import type { Run } from '../../../runs/pure/fold/run';
import type { BugLocation } from '../../../runs/pure/model/location';
import { placeName } from '../../../runs/pure/model/placeText';
import { shortened } from '../../../runs/pure/model/shortened';
import { counted } from '../../../system/pure/text/counted';

const [longestTarget, longestResult] = [60, 80];

/** The action of a turn, and how it ended: `edit “orders/book”: Changed.` */
export function turnText({ nodes }: Pick<Run, 'nodes'>, turn: string): string {
	const { calls = [], named } = nodes[turn] ?? {};
	// Of several, the one that changes most is usually the last.
	const call = calls.at(-1);
	if (call === undefined) {
		return named === undefined ? 'Took no action' : namedText(named.locations);
	}
	const more = calls.length === 1 ? '' : ` (and ${counted(calls.length - 1, 'other call')})`;
	const { path, ...others } = call.args;
	const [first = ''] = [path ?? '', ...Object.values(others)].map(String).filter(Boolean);
	const target = shortened(firstLine(first), longestTarget);
	const result = shortened(firstLine(call.answer?.text ?? ''), longestResult);
	return `${call.tool}${target === '' ? '' : ` “${target}”`}${result === '' ? '' : `: ${result}`}${more}`;
}

function namedText(locations: readonly BugLocation[]): string {
	return `Named ${counted(locations.length, 'location')}: ${listed([...new Set(locations.map(placeName))], 3)}`;
}

/** The first line that says something: some programs begin with a rule. */
function firstLine(text: string): string {
	return (
		text
			.split('\n')
			.find(line => /[\p{L}\p{N}]/u.test(line))
			?.trim() ?? ''
	);
}

const texts: Readonly<Record<BranchExit, string>> = {
	submitted: 'Submitted the changes',
	exit_format: 'Ended the branch (exit_format): the answers of the model could not be read',
	exit_context: "Ended the branch (exit_context): the model's context window is full",
	exit_error: 'Ended the branch (exit_error): the action could not be taken, twice',
	exit_limit: 'Ended the branch (exit_limit): the limit of actions is reached',
	dropped: 'Dropped the branch: every alternative repeats what was tried before',
};

/** How a branch ended. */
export function endedText(exit: BranchExit): string {
	return texts[exit];
}
