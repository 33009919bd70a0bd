import { rootNode } from '../../model/run/run';
import { isCovered, type SentContent } from '../../model/sentContent';
import { makeBrief } from '../../rank/brief/makeBrief';
import type { RunLog } from '../../runLog';
import { agreedIssue, issueAsSent } from '../../stages/locate/agent/issueAsSent';
import { locateEmbedded } from '../../stages/locate/embedded/locateEmbedded';
import type { Strategy, StrategyContext } from '../strategy';
import { fixIssue } from './fixIssue';
import { locateIssue, type ModelContext } from './locateIssue';

/**
 * AutoCodeRover's strategy, in stages: locate and, for a fix, reproduce before and patch, review and validate after it.
 * Without a model it locates with the embedded localizer.
 */
export const rover: Strategy = {
	name: 'rover',
	needs: [],
	async run(log, context) {
		context.signal.throwIfAborted();
		await emitBrief(log, context);
		const { agent, workspace, signal } = context;
		if (agent === undefined) {
			await locateEmbedded(log, rootNode, workspace, { signal });
			return;
		}
		await agreeOnText(log, { ...context, agent });
		if (log.run.goal === 'fix') {
			await fixIssue(log, { ...context, agent });
		} else {
			await locateIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};

/** With a model, of what it may read: the brief is shown beside the review of what is sent. */
async function emitBrief(log: RunLog, { workspace, agent }: StrategyContext): Promise<void> {
	if (log.run.brief === undefined) {
		const { issue } = log.run;
		const agreed = agent === undefined ? issue : agreedIssue(issue, undefined, agent.gate);
		const brief = makeBrief(agreed, workspace.parser.languages);
		await log.emit(rootNode, { type: 'briefMade', brief });
	}
}

/**
 * Has the user review what will be sent, and to whom, before the first request: once, and again for another server or a
 * further kind of content. Where the user or the gate removes something, the brief is made again without it, as what is
 * found in code quotes the brief.
 */
async function agreeOnText(log: RunLog, context: ModelContext): Promise<void> {
	const { agent, workspace } = context;
	const { issue, nRequests, brief } = log.run;
	const isFixed = brief?.edited !== undefined || nRequests > 0;
	const edited = await reviewed(log, context, isFixed);
	const agreed = agreedIssue(issue, edited, agent.gate);
	if (!isFixed && agreed !== issue) {
		const brief = makeBrief(agreed, workspace.parser.languages);
		await log.once(rootNode, { type: 'briefMade', brief: { ...brief, ...(edited !== undefined && { edited }) } });
	}
}

/** The text as the user edited it; undefined where it was not edited, or where nobody reviews it. */
async function reviewed(
	log: RunLog,
	{ agent: { model, gate, supervisor, signal }, execution }: ModelContext,
	isFixed: boolean,
): Promise<string | undefined> {
	const content: SentContent = {
		server: model.server,
		kinds: execution === undefined ? ['issue', 'code'] : ['issue', 'code', 'output'],
	};
	const { reviewIssue, agreesTo } = supervisor;
	if (reviewIssue === undefined || isCovered(content, log.run.agreed) || agreesTo?.(content) === true) {
		return undefined;
	}
	const { text } = gate.clean(issueAsSent(log.run));
	await log.emit(rootNode, { type: 'paused', reason: 'review', text, content, ...(isFixed && { isFixed }) });
	const edited = await reviewIssue(signal);
	signal.throwIfAborted();
	await log.emit(rootNode, { type: 'unpaused', agreed: content });
	return isFixed || edited === undefined || edited.trim() === '' || edited === text ? undefined : edited;
}
