import type { CodeModel } from '../../../src/core/calls/codeModel';
import type { Workspace } from '../../../src/core/history/workspace';
import { readCodeWords } from '../../../src/core/rank/codeWords';

/** What can be suspected in a workspace. */
export async function modelOf(workspace: Workspace): Promise<CodeModel> {
	return (await readCodeWords(workspace)).model;
}
