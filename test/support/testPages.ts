import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on 127.0.0.1 for each test of a `describe`, with responses set by the test. */
export class TestPages {
	/** The requests, in order. */
	requests: IncomingMessage[] = [];
	answer: Answer = (_request, response) => response.destroy();
	private server: Server | undefined;

	constructor() {
		beforeEach(async () => {
			this.requests = [];
			const server = createServer((request, response) => {
				this.requests.push(request);
				this.answer(request, response);
			});
			this.server = server;
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
		});
		afterEach(() => {
			this.server?.closeAllConnections();
			this.server?.close();
		});
	}

	/** `http://127.0.0.1:PORT`. */
	get origin(): string {
		const address = this.server?.address();
		if (typeof address !== 'object' || address === null) {
			throw new Error('the server is there while a test runs');
		}
		return `http://127.0.0.1:${address.port}`;
	}

	/** Sends the same response to every request. */
	always(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
		this.answer = (_request, response) => {
			response.writeHead(status, headers);
			response.end(body);
		};
	}
}
