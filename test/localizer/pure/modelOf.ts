import type { CodeModel } from '../../../src/code/pure/calls/codeModel';
import { readCodeWords } from '../../../src/code/pure/calls/codeWords';
import type { Workspace } from '../../../src/history/pure/workspace';

/** What can be suspected in a workspace. */
export async function modelOf(workspace: Workspace): Promise<CodeModel> {
	return (await readCodeWords(workspace)).model;
}
