import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { decodeText } from '../../core/util/decodeText';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { CommandCall } from './command';

/** A model's answer: a file, or `-` for standard input. Throws `UserError`, which says what to do, where there is none. */
export async function readResponse(where: string, { terminal, signal }: CommandCall): Promise<string> {
	if (where === '-' && process.stdin.isTTY) {
		terminal.note("Paste the model's answer, then press Ctrl-D on a line of its own.");
	}
	const bytes = await readBytes(where, signal);
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${where === '-' ? 'Standard input' : where} is not a text: give a model's answer.`);
	}
	return text;
}

async function readBytes(where: string, signal: AbortSignal): Promise<Buffer> {
	if (where === '-') {
		signal.addEventListener('abort', () => process.stdin.destroy(signal.reason), { once: true });
		return readable(() => buffer(process.stdin), signal);
	}
	const file = resolve(where);
	if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
		throw new UserError(`There is no file ${file}: give the model's answer as a file, or as - for standard input.`);
	}
	return readable(() => buffer(createReadStream(file, { signal })), signal);
}

async function readable(read: () => Promise<Buffer>, signal: AbortSignal): Promise<Buffer> {
	try {
		return await read();
	} catch (error) {
		signal.throwIfAborted();
		throw new UserError(`The answer cannot be read: ${errorText(error)}`);
	}
}
