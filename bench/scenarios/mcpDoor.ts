import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { tokensOfCharacters } from '../../src/core/agent/tokenEstimate';
import type { JsonSchema } from '../../src/core/ports';

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

/** Starts a build's server for agents, so that any build is asked in the way in which agents ask it. */
export async function openMcpDoor({ build, folder, storage }: Served): Promise<Door> {
	const client = new Client({ name: 'scenarios', version: '1' });
	const args = [join(build, 'cli.js'), 'mcp', '--workspace', folder, '--storage', storage];
	await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
	const { tools } = await client.listTools();
	return {
		tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema })),
		async call(name, given) {
			const answer = await client.callTool({ name, arguments: { ...given } }, { timeout: timeoutMs });
			const { isError, content, structuredContent } = answer;
			const text = content.map(block => (block.type === 'text' ? block.text : '')).join('');
			const { locations = [] } = (structuredContent ?? {}) as { readonly locations?: readonly AnsweredPlace[] };
			return { ok: isError !== true, text, places: locations };
		},
		close: () => client.close(),
	};
}

/** What the calls of a case cost. */
export interface CallCounts {
	readonly nCalls: number;
	/** Of all answers, by Faultline's own estimate. */
	readonly tokens: number;
	/** Calls that were answered with how to call the tool. */
	readonly nMisfilled: number;
}

export const mostCalls = 12;

/** Counts the calls of one case; one more than the limit throws. */
export class CountedDoor {
	private nCalls = 0;
	private characters = 0;
	private nMisfilled = 0;

	constructor(private readonly door: Pick<Door, 'call'>) {}

	get counts(): CallCounts {
		const tokens = Math.ceil(tokensOfCharacters(this.characters));
		return { nCalls: this.nCalls, tokens, nMisfilled: this.nMisfilled };
	}

	get nLeft(): number {
		return mostCalls - this.nCalls;
	}

	async call(name: string, args: DoorArgs): Promise<DoorAnswer> {
		if (this.nLeft === 0) {
			throw new Error(`More than ${mostCalls} calls were made.`);
		}
		this.nCalls++;
		const answer = await this.door.call(name, args);
		this.characters += answer.text.length;
		this.nMisfilled += isMisfilled(answer) ? 1 : 0;
		return answer;
	}
}

/** Whether an answer tells how to call the tool rather than what it found. */
function isMisfilled({ ok, text }: Pick<DoorAnswer, 'ok' | 'text'>): boolean {
	return !ok && /\bCall it as \w+\(|^There is no tool "/.test(text);
}
