import type { Workspace } from '../workspace';

/** Whether a file contains tests; for a file that is not indexed, judged by its path. */
export function isTestFile({ index, languages }: Workspace, file: string): boolean {
	return index.isTest(file) ?? languages.isTest(file);
}
