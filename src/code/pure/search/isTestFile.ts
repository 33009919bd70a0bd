import type { CodeWorkspace } from '../codeWorkspace';

/** Whether a file contains tests; for a file that is not indexed, judged by its path. */
export function isTestFile({ index, languages }: CodeWorkspace, file: string): boolean {
	return index.isTest(file) ?? languages.isTest(file);
}
