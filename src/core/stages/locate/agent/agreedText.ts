import type { IssueBrief } from '../../../model/brief';
import { rootNode } from '../../../model/run';
import type { RunLog } from '../../../runLog';
import { issueAsSent } from './issueAsSent';
import type { LocateParts } from './locateParts';

/** The issue as it is sent to the model, once the person had a look at it: before the first request, and only then. */
export async function agreedText(log: RunLog, made: IssueBrief, parts: LocateParts): Promise<string> {
	const brief = log.run.brief ?? made;
	if (log.run.brief === undefined) {
		await log.emit(rootNode, { type: 'briefMade', brief });
	}
	const text = issueAsSent(log.run);
	const { reviewBrief } = parts.supervisor;
	const isAgreed = parts.isAgreed === true || log.run.nRequests > 0 || brief.edited !== undefined;
	if (isAgreed || reviewBrief === undefined) {
		return text;
	}
	await log.emit(rootNode, { type: 'paused', reason: 'review', text });
	const edited = await reviewBrief(brief, text, parts.signal);
	parts.signal.throwIfAborted();
	if (edited !== undefined && edited.trim() !== '' && edited !== text) {
		await log.emit(rootNode, { type: 'briefMade', brief: { ...brief, edited } });
	}
	await log.emit(rootNode, { type: 'unpaused' });
	return issueAsSent(log.run);
}
