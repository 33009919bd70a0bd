import { askJson } from '../../../models/pure/loop/askJson';
import { judgingDeps, type StageDeps } from '../../../models/pure/requests/agentDeps';
import { codeSearches } from '../../../models/pure/tools/toolTable';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { Reproducer } from '../../../runs/pure/model/reproducer';
import { shortened } from '../../../runs/pure/model/shortened';
import { headAndTail } from '../../../sandbox/pure/execution/patchedCopy';
import { isRecord } from '../../../system/pure/fields';
import { orderedBySeed } from '../../../system/pure/orderedBySeed';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { GradedPatch } from './gradePatch';
import type { Vote, VoteScore } from './tally';
import question from './vote.md';
import compared from './voteOn.md';
import system from './voteSystem.md';

/** The issue the patches were written for. */
export interface VotedTask {
	readonly issue: string;
	/** The program that shows the bug, if any. */
	readonly reproducer?: Reproducer;
}

export const nVotes = 3;
/** A vote may search the code in this many rounds: a diff does not show the users of the code it changes. */
const maxCallRounds = 2;
/** DARS's for its reviewer: votes are samples. */
const temperature = 0.6;
/** Of a patch a vote is shown. */
const mostShown = { lines: 400, lineLength: 1000 } as const;
/** Lines around a change: most functions are shown whole. */
const contextLines = 25;
const reasonCharacters = 400;

/**
 * One vote, number `number` from 1, for the patch to apply. It sees the executions and the findings of the review. The
 * order of the patches depends on the run and on the number. Undefined if the answer cannot be read.
 */
export async function voteOn(
	node: string,
	deps: StageDeps,
	{
		task,
		patches,
		number,
	}: { readonly task: VotedTask; readonly patches: readonly GradedPatch[]; readonly number: number },
): Promise<Vote | undefined> {
	const shown = await orderOf(patches, deps.log.run.id, number);
	const texts = shown.map((each, at) => patchText(each, at + 1));
	const { issue, reproducer } = task;
	const test = reproducer === undefined ? '' : tagged('reproducer', reproducer.text.trimEnd());
	return askJson(node, judgingDeps(deps), {
		prompts: {
			system: system.trim(),
			opening: [fillTemplate(compared, { issue, reproducer: test, patches: texts.join('\n\n') })],
			question: fillTemplate(question, { count: String(shown.length) }),
			purpose: 'compare the patches',
		},
		...{ temperature, maxAnswers: 1 },
		look: { toolset: codeSearches, maxCallRounds },
		read: object =>
			readVote(
				object,
				shown.map(({ patch }) => patch.id),
			),
	});
}

/** Each patch has another place in each vote: shuffled, the same backwards, and rotated. */
async function orderOf(patches: readonly GradedPatch[], seed: string, number: number): Promise<readonly GradedPatch[]> {
	const shuffled = await orderedBySeed(patches, seed, ({ patch }) => patch.diff);
	if (number === 2) {
		return shuffled.reverse();
	}
	const by = (number - 1) % shuffled.length;
	return [...shuffled.slice(by), ...shuffled.slice(0, by)];
}

function patchText({ patch, reasons }: GradedPatch, number: number): string {
	const outcomes = reasons.slice(0, -1).map(each => `- ${each}`);
	const parts = [
		tagged('diff', headAndTail(printDiff(patch.files, contextLines), mostShown)),
		tagged('outcomes', outcomes.join('\n')),
	];
	return tagged(`patch_${number}`, parts.join('\n'));
}

function readVote(
	object: Readonly<Record<string, unknown>>,
	ids: readonly string[],
): { readonly answer: Vote } | { readonly problems: readonly string[] } {
	const id = ids[wholeNumber(object.best) - 1];
	if (id === undefined) {
		return { problems: [`"best" must be a number from 1 to ${ids.length}.`] };
	}
	const judged = Array.isArray(object.patches) ? object.patches.filter(isRecord) : [];
	const own = judged.find(({ number }) => ids[wholeNumber(number) - 1] === id)?.analysis;
	const [reason = ''] = [object.reason, own].flatMap(text =>
		typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [],
	);
	return {
		answer: {
			...{ best: id, reason: shortened(reason, reasonCharacters) },
			scores: judged.flatMap(each => scoreOf(each, ids)),
		},
	};
}

/** Empty if a score is missing. */
function scoreOf({ number, fixes, risk }: Readonly<Record<string, unknown>>, ids: readonly string[]): VoteScore[] {
	const patch = ids[wholeNumber(number) - 1];
	const [fixed, risked] = [wholeNumber(fixes), wholeNumber(risk)];
	const areValid = [fixed, risked].every(score => score >= 0 && score <= 2);
	return patch === undefined || !areValid ? [] : [{ patch, fixes: fixed, risk: risked }];
}

/** NaN for anything else. */
function wholeNumber(value: unknown): number {
	const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : Number.NaN;
}
