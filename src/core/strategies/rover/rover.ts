import type { Supervisor } from '../../agent/supervisor';
import { rootNode } from '../../model/run/run';
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
			await locateEmbedded(log, rootNode, workspace, signal);
			return;
		}
		await agreeOnText(log, { ...context, agent });
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

/**
 * Has the user review the issue as it will be sent: before the first request, and only then. Where the user or the gate
 * removes something, the brief is made again without it, as what is found in code quotes the brief.
 */
async function agreeOnText(
	log: RunLog,
	{ agent: { gate, supervisor, signal }, workspace }: ModelContext,
): Promise<void> {
	const { issue, nRequests } = log.run;
	if (log.run.brief?.edited !== undefined || nRequests > 0) {
		return;
	}
	const edited = await reviewed(log, supervisor, gate.clean(issueAsSent(log.run)).text, signal);
	const agreed = agreedIssue(issue, edited, gate);
	if (agreed !== issue) {
		const brief = makeBrief(agreed, workspace.parser.languages);
		await log.once(rootNode, { type: 'briefMade', brief: { ...brief, ...(edited !== undefined && { edited }) } });
	}
}

/** The text as the user edited it; undefined where it was not edited, or where nobody reviews it. */
async function reviewed(
	log: RunLog,
	{ reviewIssue }: Supervisor,
	text: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (reviewIssue === undefined) {
		return undefined;
	}
	await log.emit(rootNode, { type: 'paused', reason: 'review', text });
	const edited = await reviewIssue(signal);
	signal.throwIfAborted();
	await log.emit(rootNode, { type: 'unpaused' });
	return edited === undefined || edited.trim() === '' || edited === text ? undefined : edited;
}
