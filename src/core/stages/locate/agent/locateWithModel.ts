import { CapReached } from '../../../agent/spending';
import type { Issue } from '../../../model/issue';
import type { RunLog } from '../../../runLog';
import type { Workspace } from '../../../workspace';
import { counted } from '../outcomeText';
import type { LocateParts } from './locateParts';
import { type ModelSearch, openModelSearch } from './modelSearch';
import { nameBestSoFar } from './nameBestSoFar';
import { roundRemarks } from './roundRemarks';
import { roundSummary } from './roundSummary';

/**
 * Locates the bug of an issue with a model (AutoCodeRover's search loop): the model chooses searches, reads what they
 * give, says what it means, and decides. It ends when the model names locations that are there and asks for nothing more.
 * When the rounds or a cap are used up, the best it named on the way are the outcome, else the embedded localizer's.
 * Emits everything between `indexed` and `runEnded`, and goes on where the log ends. Throws `UserError` where only the
 * person can help, and the signal's reason.
 */
export async function locateWithModel(
	log: RunLog,
	workspace: Workspace,
	issue: Issue,
	parts: LocateParts,
): Promise<void> {
	const search = await openModelSearch(log, workspace, issue, parts);
	try {
		const isDone = await searchInRounds(search, parts);
		if (!isDone) {
			await nameBestSoFar(search, `The limit of ${counted(parts.maxRounds, 'round')} is reached.`);
		}
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		await nameBestSoFar(search, error.message);
	}
}

/** Whether the model said its last word. */
async function searchInRounds(search: ModelSearch, { maxRounds, signal }: LocateParts): Promise<boolean> {
	const { protocol, rounds, calls, suspects } = search;
	for (let round = 1; round <= rounds.nShared + maxRounds; round++) {
		signal.throwIfAborted();
		const node = await rounds.open(round);
		await rounds.tellFeedback(round, protocol);
		const reply = await protocol.step(node);
		const named = await suspects.resolve(node, reply.locations);
		const isFinal = reply.calls.length === 0 && named.locations.length > 0;
		if (rounds.isNew(node)) {
			await suspects.name(node, named.locations, { provisional: !isFinal });
		}
		const results = await calls.answer(node, round, reply.calls);
		const isLast = isFinal && rounds.isLast(node);
		if (!isLast) {
			await protocol.tell(node, { results, remarks: roundRemarks(reply, named) });
		}
		await rounds.close(node, roundSummary(results, named, isFinal));
		if (isLast) {
			return true;
		}
	}
	return false;
}
