import { type Command, type CommandCall, count, UsageError, workspaceOption } from '../command';
import { workspaceFolder } from '../openCliWorkspace';
import { askServer } from '../serve/askServer';
import type { ServerStatus } from '../serve/questions';
import { serveHere } from '../serve/serveHere';
import { placesBeside, type ServedCode, servePlace } from '../serve/servePlace';
import { serverMegabytes, startServer } from '../serve/startServer';
import { searchCommand } from './searchCommand';
import help from './serveHelp.md';

const usualIdleSeconds = 600;

/** `faultline serve`: the background server of a workspace. */
export const serveCommand: Command = {
	name: 'serve',
	help,
	options: {
		...workspaceOption,
		'idle-seconds': { type: 'string' },
		status: { type: 'boolean' },
		stop: { type: 'boolean' },
		here: { type: 'boolean' },
	},
	async run(call) {
		const { values, positionals, storage, packageRoot, env, signal } = call;
		if (positionals.length > 0) {
			throw new UsageError(`serve takes no arguments, but got "${positionals.join(' ')}".`);
		}
		const ways = ['status', 'stop', 'here'].filter(name => values[name] === true);
		if (ways.length > 1) {
			throw new UsageError(`--${ways[0]} and --${ways[1]} do not go together.`);
		}
		const idleSeconds = count(call, 'idle-seconds');
		const folder = workspaceFolder(call);
		const code = { folder, storage, packageRoot, env };
		if (values.here === true) {
			const idleMs = (idleSeconds ?? usualIdleSeconds) * 1000;
			const megabytes = Math.min(count(call, 'memory-limit') ?? serverMegabytes, serverMegabytes);
			await serveHere({ folder, idleMs, memoryBytes: megabytes * 1024 * 1024, search: searchCommand }, call);
			return 0;
		}
		if (values.stop === true) {
			return report(await askEach(code, 'stop'), 'was asked to end', call);
		}
		if (values.status === true) {
			return report(await askEach(code, 'status'), 'is running', call);
		}
		const options = ['idle-seconds', 'memory-limit'].flatMap(name => {
			const value = values[name];
			return typeof value === 'string' ? [`--${name}`, value] : [];
		});
		return report(await startServer(code, { options, signal }), 'is running', call);
	},
};

/** The first server of the folder that answers, of any version. */
async function askEach(code: ServedCode, kind: 'status' | 'stop'): Promise<ServerStatus | undefined> {
	for (const place of placesBeside(servePlace(code))) {
		const answer = await askServer(place, { kind });
		if (answer !== undefined && 'status' in answer) {
			return answer.status;
		}
	}
	return undefined;
}

function report(status: ServerStatus | undefined, what: string, { values, terminal }: CommandCall): number {
	if (values.json === true) {
		terminal.printJson({ server: status ?? null });
	} else if (status === undefined) {
		terminal.print('No server of this folder answers.');
	} else {
		const { pid, workspace, nQuestions, memoryBytes, isIndexed } = status;
		const megabytes = Math.round(memoryBytes / 1024 / 1024);
		const index = isIndexed ? 'the index is open' : 'the index is opened at the first question';
		terminal.print(
			`The server of ${workspace} ${what}: process ${pid}, ${megabytes} MB, ${nQuestions} questions so far; ${index}.`,
		);
	}
	return status === undefined ? 1 : 0;
}
