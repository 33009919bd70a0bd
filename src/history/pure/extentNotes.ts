import type { HistoryExtent } from './history';

/** Returns sentences about the missing parts of a history. */
export function extentNotes({ isShallow, isPartial }: HistoryExtent): string[] {
	return [
		...(isShallow
			? ['The repository is a shallow clone: its older commits are not searched (`git fetch --unshallow` gets them).']
			: []),
		...(isPartial ? ['The repository is a partial clone: changes whose files are not in it are not searched.'] : []),
	];
}
