import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultStorageFolder } from '../../system/node/files/storageFolder';
import { askServer } from './askServer';
import type { AnswerLine, Screen } from './questions';
import { isAlone, serveFolder, servePlace } from './servePlace';

type Environment = Readonly<Record<string, string | undefined>>;

/** The options of `faultline search` that a server may answer: it asks no other server, and has a memory limit of its own. */
const options = {
	workspace: { type: 'string', short: 'w' },
	storage: { type: 'string' },
	strategy: { type: 'string' },
	json: { type: 'boolean' },
} as const;

/**
 * Has a server answer `faultline search`, and returns the exit code; undefined if this process must answer, as there is
 * none. It is loaded instead of the program, and what it prints was cleaned by the server's `Terminal`.
 */
export async function servedSearch(
	words: readonly string[],
	packageRoot: string,
	env: Environment,
): Promise<number | undefined> {
	const parsed = parsedSearch(words);
	if (parsed === undefined || isAlone(env)) {
		return undefined;
	}
	const { storage: given, workspace = '.', ...others } = parsed.values;
	const storage = resolve(given ?? defaultStorageFolder(env));
	if (!existsSync(serveFolder(storage))) {
		return undefined;
	}
	const folder = resolve(workspace);
	const place = servePlace({ folder, storage, packageRoot, env });
	const values = { ...others, workspace: folder };
	const question = { kind: 'search', values, positionals: parsed.positionals, screen: screenOf(env) } as const;
	const cancel = new AbortController();
	process.once('SIGINT', () => {
		process.stderr.write('Cancelling …\n');
		cancel.abort();
	});
	const out: string[] = [];
	const onLine = (line: AnswerLine) => {
		if ('err' in line) {
			process.stderr.write(line.err);
		} else if ('out' in line) {
			out.push(line.out);
		}
	};
	try {
		const answer = await askServer(place, question, { signal: cancel.signal, onLine });
		if (answer === undefined || !('exitCode' in answer)) {
			process.removeAllListeners('SIGINT');
			return undefined;
		}
		print(out.join(''));
		return answer.exitCode;
	} catch {
		process.stderr.write('Cancelled.\n');
		return 1;
	}
}

function parsedSearch([command, ...args]: readonly string[]) {
	try {
		return command === 'search' ? parseArgs({ args, options, allowPositionals: true }) : undefined;
	} catch {
		// The program reports what is wrong, or knows the option.
		return undefined;
	}
}

function print(text: string): void {
	// Nobody reads it any more, as after `head`.
	process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
	process.stdout.write(text);
}

function screenOf({ NO_COLOR, TERM }: Environment): Screen {
	const { isTTY: isOutputTerminal = false, columns } = process.stdout;
	const { isTTY: isErrorTerminal = false } = process.stderr;
	return { columns, isOutputTerminal, isErrorTerminal, env: { NO_COLOR, TERM } };
}
