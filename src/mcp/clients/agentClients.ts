import { fillTemplate } from '../../system/pure/text/fillTemplate';
import claudeCode from './claude-code.json';
import cline from './cline.json';
import codex from './codex.json';
import continueClient from './continue.json';
import copilot from './copilot.json';
import cursor from './cursor.json';
import gemini from './gemini.json';
import opencode from './opencode.json';
import type { ServerCommand } from './serverCommand';
import vscode from './vscode.json';
import zed from './zed.json';

/** A program whose agents call the tools of MCP servers. Its data is a file of this folder. */
export interface AgentClient {
	readonly name: string;
	/** Where it reads its servers: a path from the folder of the project, or from the home folder (`~/`). */
	readonly file: string;
	/** The folder of a project in which it finds skills; undefined if none is known. */
	readonly skills?: string;
	/** The lines of the configuration, with `{{command}}`, `{{args}}`, and `{{words}}` for both in one list. */
	readonly template: readonly string[];
}

/** By the names with which the command line calls them. */
export const agentClients: Readonly<Record<string, AgentClient>> = {
	'claude-code': claudeCode,
	cline,
	codex,
	continue: continueClient,
	copilot,
	cursor,
	gemini,
	opencode,
	vscode,
	zed,
};

export function agentClient(id: string): AgentClient | undefined {
	return Object.hasOwn(agentClients, id) ? agentClients[id] : undefined;
}

/** The configuration that starts the server. Strings and lists of JSON are also those of TOML and YAML. */
export function clientConfiguration({ template }: AgentClient, { command, args }: ServerCommand): string {
	return fillTemplate(template.join('\n'), {
		command: JSON.stringify(command),
		args: listText(args),
		words: listText([command, ...args]),
	});
}

function listText(words: readonly string[]): string {
	return `[${words.map(word => JSON.stringify(word)).join(', ')}]`;
}
