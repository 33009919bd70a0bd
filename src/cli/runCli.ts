import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nearNames } from '../code/pure/search/names/nearNames';
import { redactedLog } from '../outgoing/pure/gate/redactedLog';
import { defaultStorageFolder } from '../system/node/files/storageFolder';
import { packageRootAbove } from '../system/node/packageRoot';
import { errorText } from '../system/pure/errors/errorText';
import { type Command, commonOptions, count, type OptionValues, textOption, UsageError } from './command';
import help from './help.md';
import { Terminal } from './terminal';

/** By their names; each is loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
	index: async () => (await import('./commands/indexCommand')).indexCommand,
	search: async () => (await import('./commands/searchCommand')).searchCommand,
	locate: async () => (await import('./commands/locateCommand')).locateCommand,
	fix: async () => (await import('./commands/fixCommand')).fixCommand,
	tests: async () => (await import('./commands/testsCommand')).testsCommand,
	suspicious: async () => (await import('./commands/suspiciousCommand')).suspiciousCommand,
	trace: async () => (await import('./commands/traceCommand')).traceCommand,
	culprit: async () => (await import('./commands/culpritCommand')).culpritCommand,
	verify: async () => (await import('./commands/verifyCommand')).verifyCommand,
	ci: async () => (await import('./commands/ciCommand')).ciCommand,
	eval: async () => (await import('./commands/evalCommand')).evalCommand,
	merge: async () => (await import('./commands/mergeCommand')).mergeCommand,
	queue: async () => (await import('./commands/queueCommand')).queueCommand,
	apply: async () => (await import('./commands/applyCommand')).applyCommand,
	pr: async () => (await import('./commands/prCommand')).prCommand,
	serve: async () => (await import('./commands/serveCommand')).serveCommand,
	mcp: async () => (await import('./commands/mcpCommand')).mcpCommand,
	agents: async () => (await import('./commands/agentsCommand')).agentsCommand,
	runs: async () => (await import('./commands/runsCommand')).runsCommand,
};

/** Runs one command line and returns the exit code: 0 done, 1 failed or cancelled, 2 wrong usage. Never rejects. */
export async function runCli(words: readonly string[]): Promise<number> {
	const terminal = new Terminal({ verbose: words.includes('--verbose'), env: process.env });
	const abort = abortOnSignals(terminal);
	terminal.onReaderGone(exitCode => process.exit(exitCode));
	try {
		return await runWords(words, terminal, abort.signal);
	} catch (error) {
		const { reportError } = await import('./output/reportError');
		return reportError(error, terminal, abort.signal);
	}
}

async function runWords(words: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
	const [name, ...rest] = words;
	const packageRoot = packageRootAbove(__dirname);
	if (name === undefined) {
		throw new UsageError(`no command is given.\n\n${help.trimEnd()}`);
	}
	if (name === '--help' || name === '-h' || name === 'help') {
		terminal.print(rest[0] === undefined ? help.trimEnd() : (await findCommand(rest[0])).help.trimEnd());
		return 0;
	}
	if (name === '--version') {
		terminal.print(readVersion(packageRoot));
		return 0;
	}
	const command = await findCommand(name);
	const { values, positionals } = parseCommandLine(command, rest);
	if (values.help) {
		terminal.print(command.help.trimEnd());
		return 0;
	}
	const version = readVersion(packageRoot);
	const call = { values, positionals, terminal, log: redactedLog(terminal.log()), signal, packageRoot, version };
	const end = new AbortController();
	const whole = { ...call, storage: storageFolder(values), env: process.env, ended: end.signal };
	// Before a run begins.
	count(whole, 'memory-limit');
	try {
		return await command.run(whole);
	} finally {
		end.abort();
	}
}

function storageFolder(values: OptionValues): string {
	return resolve(textOption(values, 'storage') ?? defaultStorageFolder());
}

function readVersion(packageRoot: string): string {
	const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
	return version;
}

/** The first Ctrl-C cancels and keeps the findings; the second terminates the program at once. */
function abortOnSignals(terminal: Terminal): AbortController {
	const abort = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.on(name, () => {
			if (abort.signal.aborted) {
				process.exit(1);
			}
			terminal.note('Cancelling …');
			abort.abort();
			setInterval(() => void endOwnGit(), gitGraceMs).unref();
		});
	}
	// A batch cancels its instances by this, also when it is killed itself.
	process.once('disconnect', () => abort.abort());
	process.channel?.unref();
	return abort;
}

/** The command waits for git; after this time git is ended, so that the command ends. */
const gitGraceMs = 1000;

async function endOwnGit(): Promise<void> {
	const [{ processTable }, { sendSignal }] = await Promise.all([
		import('../system/node/processes/processTable'),
		import('../system/node/processes/sendSignal'),
	]);
	const rows = await processTable();
	const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
	const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
	for (const { pid } of rows.filter(row => row.name.startsWith('git') && isOurs(row.pid))) {
		sendSignal(pid, 'SIGKILL');
	}
}

interface ParsedCommandLine {
	readonly values: OptionValues;
	readonly positionals: readonly string[];
}

/** The command with a name; throws `UsageError` with the nearest name otherwise. */
function findCommand(name: string): Promise<Command> {
	const names = Object.keys(commands);
	const load = names.includes(name) ? commands[name] : undefined;
	if (load !== undefined) {
		return load();
	}
	const [near] = nearNames(name, names, 1);
	throw new UsageError(
		`Unknown command "${name}". ${near === undefined ? `Commands: ${names.join(', ')}.` : `Did you mean ${near}?`}`,
	);
}

/** Parses the words after a command's name. Throws `UsageError` for an unknown option or one without its value. */
function parseCommandLine(command: Command, words: readonly string[]): ParsedCommandLine {
	const options = { ...commonOptions, ...command.options };
	try {
		const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
		return { values: values as OptionValues, positionals };
	} catch (error) {
		const [sentence = ''] = errorText(error).split('. ');
		throw new UsageError(`${sentence.replace(/\.?$/, '.')} See \`faultline ${command.name} --help\`.`);
	}
}
