import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JsonSchema } from '../../src/models/pure/chatModel';

/** A place as the data of an answer has it. */
export interface AnsweredPlace {
	readonly file: string;
	readonly startLine: number;
	readonly endLine: number;
	readonly class?: string;
	readonly method?: string;
	readonly likelihood?: number;
}

export interface DoorAnswer {
	readonly ok: boolean;
	readonly text: string;
	/** Empty where the call failed. */
	readonly places: readonly AnsweredPlace[];
}

export interface ListedTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: JsonSchema;
}

export type DoorArgs = Readonly<Record<string, unknown>>;

/** The public tools of a build over one folder. */
export interface Door {
	/** What the server tells a model of its tools as a whole. */
	readonly instructions: string;
	readonly tools: readonly ListedTool[];
	call(name: string, args: DoorArgs): Promise<DoorAnswer>;
	close(): Promise<void>;
}

/** Indexing a large project is part of the first call. */
const timeoutMs = 10 * 60 * 1000;

interface Served {
	/** The folder with `cli.js`. */
	readonly build: string;
	readonly folder: string;
	/** Of the server: its index and its runs. */
	readonly storage: string;
}

interface AnsweredData {
	readonly locations?: readonly AnsweredPlace[];
	readonly regions?: readonly AnsweredPlace[];
}

/** Starts a build's server for agents, so that any build is asked in the way in which agents ask it. */
export async function openMcpDoor({ build, folder, storage }: Served): Promise<Door> {
	const client = new Client({ name: 'scenarios', version: '1' });
	const args = [join(build, 'cli.js'), 'mcp', '--workspace', folder, '--storage', storage];
	await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
	const { tools } = await client.listTools();
	return {
		instructions: client.getInstructions() ?? '',
		tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema })),
		async call(name, given) {
			const answer = await client.callTool({ name, arguments: { ...given } }, { timeout: timeoutMs });
			const { isError, content, _meta } = answer;
			const text = content.map(block => (block.type === 'text' ? block.text : '')).join('');
			const { locations = [], regions = locations } = (_meta?.['faultline/data'] ?? {}) as AnsweredData;
			return { ok: isError !== true, text, places: regions };
		},
		close: () => client.close(),
	};
}
