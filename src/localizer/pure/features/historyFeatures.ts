import type { FileHistory } from '../../../history/pure/fileHistory';
import type { FeatureTable } from './featureTable';

/**
 * Adds features of files from the history: for the files themselves, or for the files of functions. `paths`: one for
 * each row.
 */
export function addHistoryFeatures(
	features: FeatureTable,
	paths: readonly string[],
	history: FileHistory | undefined,
): void {
	if (history === undefined) {
		return;
	}
	const { similar, best, changes, recent } = history;
	features.add('history: similar commits', (_, row) => similar.get(paths[row] ?? ''));
	features.add('history: most similar commit', (_, row) => best.get(paths[row] ?? ''));
	features.add('history: changes in a year', (_, row) => Math.log2(1 + (changes.get(paths[row] ?? '') ?? 0)));
	features.add('history: recent changes', (_, row) => Math.log2(1 + (recent.get(paths[row] ?? '') ?? 0)));
}
