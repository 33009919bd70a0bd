import type { Workspace } from '../workspace';

/** Whether a file holds tests; for a file that is not indexed, what its path says. */
export function isTestFile({ index, languages }: Workspace, file: string): boolean {
	return index.file(file)?.isTest ?? languages.isTest(file);
}
