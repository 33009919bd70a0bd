import type { AgentDeps } from '../../agent/agentDeps';
import { rootNode } from '../../model/run/run';
import { makeBrief } from '../../rank/brief/makeBrief';
import type { RunLog } from '../../runLog';
import { issueAsSent } from '../../stages/locate/agent/issueAsSent';
import { locateEmbedded } from '../../stages/locate/embedded/locateEmbedded';
import type { Strategy, StrategyContext } from '../strategy';
import { fixIssue } from './fixIssue';
import { locateIssue } from './locateIssue';

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
			await locateEmbedded(log, rootNode, workspace, signal);
			return;
		}
		await agreeOnText(log, agent);
		if (log.run.goal === 'fix') {
			await fixIssue(log, { ...context, agent });
		} else {
			await locateIssue(log, rootNode, { ...context, agent }, []);
		}
	},
};

async function emitBrief(log: RunLog, { workspace }: StrategyContext): Promise<void> {
	if (log.run.brief === undefined) {
		const brief = makeBrief(log.run.issue, workspace.parser.languages);
		await log.emit(rootNode, { type: 'briefMade', brief });
	}
}

/** Has the user review the issue as it will be sent: before the first request, and only then. */
async function agreeOnText(log: RunLog, { supervisor, signal }: AgentDeps): Promise<void> {
	const { brief, nRequests } = log.run;
	const { reviewBrief } = supervisor;
	if (brief === undefined || brief.edited !== undefined || nRequests > 0 || reviewBrief === undefined) {
		return;
	}
	const text = issueAsSent(log.run);
	await log.emit(rootNode, { type: 'paused', reason: 'review', text });
	const edited = await reviewBrief(brief, text, signal);
	signal.throwIfAborted();
	if (edited !== undefined && edited.trim() !== '' && edited !== text) {
		await log.emit(rootNode, { type: 'briefMade', brief: { ...brief, edited } });
	}
	await log.emit(rootNode, { type: 'unpaused' });
}
