import { type FileHistory, fileHistory } from '../../../history/pure/fileHistory';
import { type History, NoHistoryError } from '../../../history/pure/history';
import type { CommitIndex } from '../../../history/pure/index/commitIndex';
import type { StageLog } from '../../../runs/pure/log/runLog';
import type { IssueBrief } from '../../../runs/pure/model/brief';

/** `absent`: the code has no history; `unready`: its index is not complete. */
export type HistoryState = 'used' | 'unready' | 'absent';

interface IssueHistoryDeps {
	readonly brief: IssueBrief;
	readonly history: History | undefined;
	readonly signal: AbortSignal | undefined;
}

/**
 * Weighs files for an issue by the commits that led to the code, if all of them are indexed: nothing is indexed for it.
 * A run that continues uses them only if it did before.
 */
export async function issueHistory(
	log: StageLog,
	start: string,
	{ brief, history, signal }: IssueHistoryDeps,
): Promise<{ readonly state: HistoryState; readonly files?: FileHistory }> {
	if (history === undefined) {
		return { state: 'absent' };
	}
	const now = await indexOf(history, signal);
	const { output } = await log.step(
		start,
		'history',
		{},
		async () => ({ type: 'stepped', output: now.state }) as const,
	);
	return output === 'used' && now.index !== undefined
		? { state: 'used', files: fileHistory(now.index, searchedText(brief)) }
		: { state: output === 'absent' ? 'absent' : 'unready' };
}

async function indexOf(
	history: History,
	signal: AbortSignal | undefined,
): Promise<{ readonly state: HistoryState; readonly index?: CommitIndex }> {
	try {
		const index = await history.readyIndex(signal);
		return index === undefined ? { state: 'unready' } : { state: 'used', index };
	} catch (error) {
		if (error instanceof NoHistoryError) {
			return { state: 'absent' };
		}
		throw error;
	}
}

/** Messages are prose: of code and output only the names count. */
function searchedText({ title, prose, names }: IssueBrief): string {
	return [title, title, prose, ...names.map(({ text }) => text)].join('\n');
}
