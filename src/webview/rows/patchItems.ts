import { patchCandidates } from '../../core/model/run/patchCandidates';
import { fixOf } from '../../core/model/run/runFix';
import type { Item } from './item';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** The candidates that the user reviews, best first. */
export function patchItems({ run }: Pick<RunView, 'run'>): Item[] {
	return patchCandidates(fixOf(run)).map(({ number, patch, reasons }) => {
		const text = reasons.join(' ');
		return {
			id: rowIds.patch(patch.id),
			label: `Patch ${number}${text === '' ? '' : `: ${text}`}`,
			content: { kind: 'patch', number, patch: patch.id, text },
			startsOpen: number === 1,
			children: [],
		};
	});
}
