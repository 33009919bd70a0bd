import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { UserError } from '../../../../system/pure/errors/userError';
import { FileUnreadableError } from '../../../../system/pure/files';
import { neighborsTool } from '../search/neighborsTool';
import type { Tool, ToolContext } from '../tool';
import { benchOf, refused } from './benchAnswer';
import { appendTool } from './files/appendTool';
import { createTool } from './files/createTool';
import { editTool } from './files/editTool';
import { insertTool } from './files/insertTool';
import { undoTool } from './files/undoTool';
import { viewTool } from './files/viewTool';
import { runCellTool } from './programs/runCellTool';
import { runTool } from './programs/runTool';
import { serverLogsTool } from './programs/serverLogsTool';
import { startServerTool } from './programs/startServerTool';
import { stopServerTool } from './programs/stopServerTool';

const plainTools: readonly Tool[] = [
	...[neighborsTool, viewTool, createTool, appendTool, editTool, insertTool, undoTool],
	...[runTool, runCellTool, startServerTool, serverLogsTool, stopServerTool],
];

/** The tools with which an agent acts on its workbench, in addition to the search tools. `submitTool` ends it. */
export const actionTools: readonly Tool[] = plainTools.map(tool => ({
	...tool,
	run: async (args, context) => withPlace(await answered(tool.run(args, context)), context),
}));

/** The same for an agent that views no file: its answers name the folder if that is another than the top folder. */
export const actionsWithoutView: readonly Tool[] = plainTools.map(tool => ({
	...tool,
	run: async (args, context) => withFolder(await answered(tool.run(args, context)), context),
}));

/** An error that only the user or the model can correct becomes an answer. */
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

function withFolder(answer: ToolAnswer, context: ToolContext): ToolAnswer {
	const { folder } = benchOf(context).place;
	return folder === '' ? answer : { ...answer, text: `${answer.text}\n(Folder: ./${folder}.)` };
}

function withPlace(answer: ToolAnswer, context: ToolContext): ToolAnswer {
	const { open, folder } = benchOf(context).place;
	const file = open === undefined ? 'none' : `${open.path} from line ${open.line}`;
	return { ...answer, text: `${answer.text}\n(Open file: ${file}. Folder: ./${folder}.)` };
}
