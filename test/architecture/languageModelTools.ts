import { toolPrefix } from '../../src/editor/ids';
import { settingNames } from '../../src/editor/settings/settingNames';
import { prefixedTools } from '../../src/mcp/prefixedTools';
import type { PublicTool } from '../../src/mcp/publicTool';
import { offeredTools } from '../../src/mcp/publicTools';
import { descriptionOf, inputSchema } from '../../src/mcp/toolSchemas';

/** A tool as package.json declares it. What the table does not have is written there by hand. */
export interface DeclaredTool {
	readonly name: string;
	readonly displayName: string;
	readonly icon: string;
	/** What users read; the description is for models. */
	readonly userDescription: string;
}

/** What package.json has to declare: the table of public tools, with what is written by hand. */
export function languageModelTools(declared: readonly DeclaredTool[]): readonly DeclaredTool[] {
	return prefixedTools(offeredTools({ canExecute: true, canFix: false }), toolPrefix).map(tool => {
		const { icon = '', userDescription = '' } = declared.find(({ name }) => name === tool.name) ?? {};
		return {
			name: tool.name,
			...{ displayName: tool.title, toolReferenceName: referenceName(tool), canBeReferencedInPrompt: true },
			...{ icon, userDescription, modelDescription: descriptionOf(tool), when: whenOffered(tool) },
			inputSchema: inputSchema(tool),
		};
	});
}

/** `faultlineLocateBug`: the same names, as users write them after `#`. */
function referenceName({ name }: PublicTool): string {
	return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** The server that VS Code starts has the same tools. */
function whenOffered({ executes }: PublicTool): string {
	const offered = `workspaceFolderCount != 0 && !config.${settingNames.mcpServer}`;
	return executes === true ? `${offered} && isWorkspaceTrusted` : offered;
}
