import type { CodeModel } from '../../../src/core/calls/codeModel';
import { readCodeWords } from '../../../src/core/rank/codeWords';
import type { Workspace } from '../../../src/core/workspace';

/** What can be suspected in a workspace. */
export async function modelOf(workspace: Workspace): Promise<CodeModel> {
	return (await readCodeWords(workspace)).model;
}
