import { askJson } from '../../../../models/pure/loop/askJson';
import { withNewWindow } from '../../../../models/pure/requests/agentDeps';
import { issueAsSent } from '../../../../outgoing/pure/gate/issueAsSent';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import type { TreeContext } from '../treeContext';
import summarize from './summarize.md';
import summarizeQuestion from './summarizeQuestion.md';
import summarizeSystem from './summarizeSystem.md';

/** The questions that a summary answers in DARS, in this order. */
const parts = ['reproduced', 'located', 'change', 'verified', 'errors', 'program', 'learned', 'advice'] as const;

/**
 * A model's summary of an attempt, to replace all of its actions. `node`: the one that looks for an alternative.
 * Undefined if its answer cannot be read.
 */
export async function attemptSummary(
	{ log, stageDeps }: TreeContext,
	node: string,
	{ attempt, outcome }: { readonly attempt: string; readonly outcome: string },
): Promise<string | undefined> {
	return askJson(
		node,
		{ ...stageDeps, agent: withNewWindow(stageDeps.agent) },
		{
			prompts: {
				system: summarizeSystem.trim(),
				opening: [fillTemplate(summarize, { issue: issueAsSent(log.run), attempt, outcome })],
				question: summarizeQuestion.trim(),
				purpose: 'summarize the attempt',
			},
			temperature: 0,
			read: object => {
				const lines = parts.flatMap(part => {
					const text = object[part];
					return typeof text === 'string' && text.trim() !== '' ? [`${part}: ${text.trim()}`] : [];
				});
				return lines.length === 0
					? { problems: [`None of these is a text: ${parts.join(', ')}.`] }
					: { answer: lines.join('\n') };
			},
		},
	);
}
