import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serverCommand } from './mcpClient';

interface Message {
	readonly jsonrpc: string;
	readonly id?: number;
	readonly method?: string;
	readonly params?: { readonly progressToken?: number };
	readonly result?: unknown;
	readonly error?: unknown;
}

/** A client that writes what it likes to a server, with the handshake of 2025. */
export class RawClient {
	readonly server: ChildProcess;
	/** All that the server wrote, in order. */
	readonly messages: Message[] = [];
	/** The server's exit code. */
	readonly ended: Promise<number | null>;
	private nextId = 1;
	private readonly lines;

	/** `args`: after `mcp`. */
	constructor(args: readonly string[]) {
		const { command, args: words } = serverCommand(args);
		this.server = spawn(command, words, { stdio: ['pipe', 'pipe', 'ignore'] });
		this.ended = once(this.server, 'exit').then(([code]) => code as number | null);
		if (this.server.stdout === null) {
			throw new Error('the output is a pipe');
		}
		this.lines = createInterface({ input: this.server.stdout });
		this.lines.on('line', line => this.messages.push(JSON.parse(line) as Message));
		// A server that has ended takes no more input.
		this.server.stdin?.on('error', () => undefined);
	}

	write(text: string): void {
		this.server.stdin?.write(text);
	}

	/** Returns the id of the request; a notification has none. */
	send(method: string, params: object = {}): number {
		const id = method.startsWith('notifications/') ? undefined : this.nextId++;
		this.write(`${JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params })}\n`);
		return id ?? 0;
	}

	/** A call that reports its progress by its id. */
	call(name: string, args: object): number {
		const id = this.nextId;
		return this.send('tools/call', { name, arguments: args, _meta: { progressToken: id } });
	}

	async begin(): Promise<void> {
		const clientInfo = { name: 'test', version: '1' };
		await this.answerTo(this.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }));
		this.send('notifications/initialized');
	}

	answerTo(id: number): Promise<Message> {
		return this.until(each => each.id === id);
	}

	/** The progress that is reported on a request, or its answer. */
	about(id: number): readonly Message[] {
		return this.messages.filter(each => each.id === id || each.params?.progressToken === id);
	}

	/** Waits for a message, which may have come before. */
	async until(isIt: (message: Message) => boolean): Promise<Message> {
		for (let at = 0; ; at++) {
			while (at >= this.messages.length) {
				await once(this.lines, 'line');
			}
			const message = this.messages[at];
			if (message !== undefined && isIt(message)) {
				return message;
			}
		}
	}

	/** The server ends with its input. */
	close(): Promise<number | null> {
		this.server.stdin?.end();
		return this.ended;
	}
}
