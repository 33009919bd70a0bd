import type { BranchExit } from '../../../runs/pure/events/treeEvents';
import type { Run } from '../../../runs/pure/fold/run';
import { shortened } from '../../../runs/pure/model/shortened';

const [longestTarget, longestResult] = [60, 80];

/** The action of a turn, and how it ended: `edit “orders/book”: Changed.` */
export function turnText({ nodes }: Pick<Run, 'nodes'>, turn: string): string {
	const [call] = nodes[turn]?.calls ?? [];
	if (call === undefined) {
		return 'Took no action';
	}
	const { path, ...others } = call.args;
	const [first = ''] = [path ?? '', ...Object.values(others)].map(String).filter(Boolean);
	const target = shortened(firstLine(first), longestTarget);
	const result = shortened(firstLine(call.answer?.text ?? ''), longestResult);
	return `${call.tool}${target === '' ? '' : ` “${target}”`}${result === '' ? '' : `: ${result}`}`;
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
