import type { LocalSocket } from './localSocket';

/** Writes one message. A connection that has ended takes none. */
export function sendLine(socket: LocalSocket, message: unknown): void {
	if (socket.writable) {
		socket.write(`${JSON.stringify(message)}\n`);
	}
}

/**
 * Reads messages until the connection ends; one with an invalid or longer line is closed. JSON has no line breaks of its
 * own.
 */
export function readLines(socket: LocalSocket, longest: number, onLine: (message: unknown) => void): void {
	let pieces: string[] = [];
	let length = 0;
	socket.setEncoding('utf8').on('data', (piece: unknown) => {
		const [first = '', ...rest] = String(piece).split('\n');
		pieces.push(first);
		length += first.length;
		for (const next of rest) {
			const line = pieces.join('');
			[pieces, length] = [[next], next.length];
			const message = parsed(line);
			if (message === undefined) {
				socket.destroy();
				return;
			}
			onLine(message);
		}
		if (length > longest) {
			socket.destroy();
		}
	});
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line) ?? undefined;
	} catch {
		return undefined;
	}
}
