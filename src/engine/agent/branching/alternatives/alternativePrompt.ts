import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { turnAction } from '../attempts/actionText';
import { attemptOutcome } from '../attempts/attemptOutcome';
import { attemptSummary } from '../attempts/attemptSummary';
import { attemptText } from '../attempts/attemptText';
import { shownAttempt, type TreeContext } from '../treeContext';
import type { BranchKind } from '../treeRules';
import { replacedBy, turnKind } from '../treeTurns';
import insteadOfAppend from './insteadOfAppend.md';
import insteadOfCreate from './insteadOfCreate.md';
import insteadOfEdit from './insteadOfEdit.md';
import insteadOfFailed from './insteadOfFailed.md';
import insteadOfPlace from './insteadOfPlace.md';
import insteadOfSubmit from './insteadOfSubmit.md';
import summarized from './summarized.md';
import triedBefore from './triedBefore.md';

const prompts: Readonly<Record<BranchKind, string>> = {
	place: insteadOfPlace,
	create: insteadOfCreate,
	append: insteadOfAppend,
	edit: insteadOfEdit,
	submit: insteadOfSubmit,
	error: insteadOfFailed,
};

/** Asks for an action to replace another one. */
export interface AlternativePrompt {
	readonly prompt: string;
	/** What was tried and how it failed, shortly. */
	readonly failed: string;
}

/** Asks for an action to replace the one of a node, in the way that suits its kind. */
export async function alternativePrompt(context: TreeContext, node: string): Promise<AlternativePrompt> {
	const { log, options } = context;
	const own = log.run.nodes[node];
	const replaced = own && replacedBy(log.run, own);
	const kind = replaced && turnKind(replaced, options);
	if (replaced === undefined || kind === undefined) {
		throw new Error(`node ${node} replaces no action`);
	}
	const template = prompts[kind];
	const outcome = await attemptOutcome(log, replaced.id);
	const attempt = attemptText(log.run, replaced.id, shownAttempt(context));
	const isSummarized = options.summarizesAttempts && template.includes('{{attempt}}');
	const summary = isSummarized ? await attemptSummary(context, node, { attempt, outcome }) : undefined;
	const action = turnAction(replaced);
	const shown = summary === undefined ? attempt : fillTemplate(summarized, { action, summary });
	const { characters } = shownAttempt(context);
	return {
		prompt: fillTemplate(template, { action, attempt: shown, outcome }),
		failed: fillTemplate(triedBefore, { outcome: startOf(outcome, Math.floor(characters * failedShare)) }),
	};
}

/** Of what an attempt may take in a question, for the turns that follow. */
const failedShare = 0.25;

function startOf(text: string, nCharacters: number): string {
	return text.length <= nCharacters ? text : `${text.slice(0, nCharacters)}[…]`;
}
