import type { ToolAnswer } from '../../model/toolAnswer';
import { FileUnreadableError } from '../../ports';
import { UserError } from '../../util/userError';
import type { Tool, ToolContext } from '../tool';
import { appendTool } from './appendTool';
import { benchOf, refused } from './benchAnswer';
import { createTool } from './createTool';
import { editTool } from './editTool';
import { insertTool } from './insertTool';
import { neighborsTool } from './neighborsTool';
import { runCellTool } from './runCellTool';
import { runTool } from './runTool';
import { serverLogsTool } from './serverLogsTool';
import { startServerTool } from './startServerTool';
import { stopServerTool } from './stopServerTool';
import { undoTool } from './undoTool';
import { viewTool } from './viewTool';

const plainTools: readonly Tool[] = [
	...[neighborsTool, viewTool, createTool, appendTool, editTool, insertTool, undoTool],
	...[runTool, runCellTool, startServerTool, serverLogsTool, stopServerTool],
];

/** What an agent acts with on its workbench, besides the search tools. `submitTool` ends it. */
export const actionTools: readonly Tool[] = plainTools.map(tool => ({
	...tool,
	run: async (args, context) => withPlace(await answered(tool.run(args, context)), context),
}));

/** What only the user, or the model, can correct is an answer. */
async function answered(answer: Promise<ToolAnswer>): Promise<ToolAnswer> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof UserError || error instanceof FileUnreadableError) {
			return refused(error.message);
		}
		throw error;
	}
}

function withPlace(answer: ToolAnswer, context: ToolContext): ToolAnswer {
	const { open, folder } = benchOf(context).place;
	const file = open === undefined ? 'none' : `${open.path} from line ${open.line}`;
	return { ...answer, text: `${answer.text}\n(Open file: ${file}. Folder: ./${folder}.)` };
}
