import { historyTools, researcherTools, searchTools } from '../../../models/pure/tools/toolTable';
import type { BranchExit } from '../../../runs/pure/events/treeEvents';
import type { Run } from '../../../runs/pure/fold/run';
import type { RunNode } from '../../../runs/pure/fold/runNode';
import type { BugLocation } from '../../../runs/pure/model/location';
import { placeName } from '../../../runs/pure/model/placeText';
import { shortened } from '../../../runs/pure/model/shortened';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { lookedText } from '../../stages/locate/agent/lookedText';

const [longestTarget, longestResult, longestOutcome] = [60, 80, 160];
/** Their answers begin with what happened. */
const reporting: ReadonlySet<string> = new Set(['write_reproducer', 'nearest_tests', 'submit']);

/** The actions of a turn, and how they ended, in one line. */
export function turnText({ nodes }: Pick<Run, 'nodes'>, turn: string): string {
	const { calls = [], named } = nodes[turn] ?? {};
	const looks = calls.flatMap(({ tool, args, answer }) =>
		looking.has(tool) && answer ? [{ call: { args }, answer }] : [],
	);
	const suspects = named === undefined ? '' : namedText(named.locations);
	if (looks.length === calls.length) {
		const looked = looks.length === 0 ? [] : [lookedText(looks)];
		return [...looked, ...(suspects === '' ? [] : [suspects])].join('. ') || 'Took no action';
	}
	const acts = calls.filter(({ tool }) => !looking.has(tool)).map(callText);
	return [...(suspects === '' ? [] : [suspects]), ...acts].map(text => text.replace(/\.$/, '')).join('. ');
}

/** The tools that only read the code and its history. */
const looking: ReadonlySet<string> = new Set(
	[...searchTools, ...researcherTools, ...historyTools].map(({ name }) => name),
);

/** `edit “orders/book”: Changed.` */
function callText(call: RunNode['calls'][number]): string {
	if (reporting.has(call.tool)) {
		return shortened(firstLine(call.answer?.text ?? ''), longestOutcome);
	}
	const { path, ...others } = call.args;
	const [first = ''] = [path ?? '', ...Object.values(others)].map(String).filter(Boolean);
	const target = shortened(firstLine(first), longestTarget);
	const result = shortened(firstLine(call.answer?.text ?? ''), longestResult);
	return `${call.tool}${target === '' ? '' : ` “${target}”`}${result === '' ? '' : `: ${result}`}`;
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
