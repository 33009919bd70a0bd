import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import { OwnForm } from '../../localizer/pure/brief/ownForm';
import { agreedIssue, issueAsSent } from '../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { isCovered, type SentContent } from '../../runs/pure/model/sentContent';
import type { ModelContext, RunContext } from '../context';

/** Begins a run: emits the brief and, with a model, asks for the user's consent to the text sent. */
export async function beginRun(log: RunLog, context: RunContext): Promise<void> {
	context.signal.throwIfAborted();
	await emitBrief(log, context);
	const { agent } = context;
	if (agent !== undefined) {
		await agreeOnText(log, { ...context, agent });
	}
}

/** With a model, the brief of the files it may read: the brief is shown beside the review of what is sent. */
async function emitBrief(log: RunLog, { workspace, agent }: RunContext): Promise<void> {
	if (log.run.brief === undefined) {
		const { issue } = log.run;
		const agreed = agent === undefined ? issue : agreedIssue(issue, undefined, agent.gate);
		const brief = makeBrief(agreed, workspace.parser.languages, await OwnForm.of(workspace));
		await log.emit(rootNode, { type: 'briefMade', brief });
	}
}

/**
 * Has the user review the text to send, and its recipient, before the first request: once, and again for another server
 * or a further kind of content. If the user or the gate removes something, the brief is made again without it, as
 * findings in code quote the brief.
 */
async function agreeOnText(log: RunLog, context: ModelContext): Promise<void> {
	const { agent, workspace } = context;
	const { issue, nRequests, brief } = log.run;
	const isFixed = brief?.edited !== undefined || nRequests > 0;
	const edited = await reviewed(log, context, isFixed);
	const agreed = agreedIssue(issue, edited, agent.gate);
	if (!isFixed && agreed !== issue) {
		const brief = makeBrief(agreed, workspace.parser.languages, await OwnForm.of(workspace));
		await log.once(rootNode, { type: 'briefMade', brief: { ...brief, ...(edited !== undefined && { edited }) } });
	}
}

/** The text as the user edited it; undefined if it was not edited or nobody reviews it. */
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
