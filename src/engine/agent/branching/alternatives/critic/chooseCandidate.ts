import { askJson, type JsonQuestion } from '../../../../../models/pure/loop/askJson';
import { judgingDeps } from '../../../../../models/pure/requests/agentDeps';
import { issueAsSent } from '../../../../../outgoing/pure/gate/issueAsSent';
import { resultOf } from '../../../../../runs/pure/fold/runTree';
import { tagged } from '../../../../../system/pure/text/fenced';
import { fillTemplate } from '../../../../../system/pure/text/fillTemplate';
import { attemptOutcome } from '../../attempts/attemptOutcome';
import { attemptText, pathText } from '../../attempts/attemptText';
import { shownAttempt, type TreeContext } from '../../treeContext';
import compare from './compare.md';
import question from './question.md';
import { bestRated, type Ratings, readRatings } from './ratings';
import system from './system.md';

/** An action that could be taken instead of another one. */
export interface Candidate {
	readonly action: string;
	/** The model's text for it. */
	readonly thought: string;
	/** How many samples are this action. */
	readonly nSamples: number;
}

/** Candidates to replace an action. */
export interface CriticTask {
	/** The node that the choice is for. */
	readonly node: string;
	/** The node they follow. */
	readonly parent: string;
	/** The turn they replace. */
	readonly replaced: string;
	readonly candidates: readonly Candidate[];
}

/** Which candidate is taken: its position, from 0. */
export interface Choice {
	readonly at: number;
	readonly reasons: string;
	/** From 1 to 10. */
	readonly score?: number;
}

/**
 * Has a model judge which candidate replaces an action best. If its answer cannot be read, or rates several best,
 * evidence decides: how many samples agree on an action, then how suspicious the file is that it names.
 */
export async function chooseCandidate(context: TreeContext, task: CriticTask): Promise<Choice> {
	const { stageDeps } = context;
	const { candidates } = task;
	const answer = (await askJson(task.node, judgingDeps(stageDeps), await questionOf(context, task))) ?? { ratings: [] };
	const best = bestRated(answer).map(number => number - 1);
	const at = moreLikely(context, task, best.length === 0 ? candidates.map((_, position) => position) : best);
	const score = answer.ratings.find(({ number }) => number === at + 1)?.score;
	return { at, reasons: reasonsText(answer, best.length, at), ...(score !== undefined && { score }) };
}

async function questionOf(
	context: TreeContext,
	{ parent, replaced, candidates }: CriticTask,
): Promise<JsonQuestion<Ratings>> {
	const { log, start } = context;
	const shown = shownAttempt(context);
	const texts = candidates.map(({ action, thought }, at) =>
		tagged(`candidate_${at + 1}`, `${thought}\n\n${action}`.trim()),
	);
	return {
		prompts: {
			system: system.trim(),
			opening: [
				fillTemplate(compare, {
					issue: issueAsSent(log.run),
					before: pathText(log.run, start, parent, shown),
					attempt: attemptText(log.run, replaced, shown),
					outcome: await attemptOutcome(log, replaced),
					candidates: texts.join('\n\n'),
				}),
			],
			question: fillTemplate(question, { count: String(candidates.length) }),
			purpose: 'compare the alternatives',
		},
		temperature: 0,
		read: object => readRatings(object, candidates.length),
	};
}

/** Decides by the facts known without the critic. */
function moreLikely({ log, start }: TreeContext, { candidates }: CriticTask, positions: readonly number[]): number {
	const { files } = resultOf(log.run, start).ranking;
	const evidence = (at: number) => {
		const { action = '', nSamples = 0 } = candidates[at] ?? {};
		const rank = files.findIndex(file => action.includes(file));
		return { nSamples, rank: rank === -1 ? files.length : rank };
	};
	const [first = 0] = positions.toSorted((a, b) => {
		const [own, other] = [evidence(a), evidence(b)];
		return other.nSamples - own.nSamples || own.rank - other.rank;
	});
	return first;
}

/** The critic's reason for each, by number; and the evidence that decided, if the critic did not. */
function reasonsText({ ratings }: Ratings, nBest: number, at: number): string {
	const own = ratings.map(({ number, reasons, score }) => `Candidate ${number} (${score} of 10): ${reasons}`);
	const decided =
		nBest === 0
			? `The critic did not decide: candidate ${at + 1} is favored by the samples and the suspected files.`
			: nBest > 1
				? `${nBest} candidates are rated best: candidate ${at + 1} is favored by the samples and the suspected files.`
				: `Candidate ${at + 1} is taken.`;
	return [...own, decided].join('\n');
}
