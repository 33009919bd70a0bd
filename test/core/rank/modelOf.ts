import { CodeModel } from '../../../src/core/rank/codeModel';
import { readCodeWords } from '../../../src/core/rank/codeWords';
import type { Workspace } from '../../../src/core/workspace';

/** What can be suspected in a workspace. */
export async function modelOf(workspace: Workspace): Promise<CodeModel> {
	const { code, tests } = await readCodeWords(workspace);
	return new CodeModel(code, tests);
}
