import type { ParseArgsConfig } from 'node:util';
import type { IndexSummary } from '../code/node/indexing/indexSummary';
import type { Workspace } from '../history/pure/workspace';
import type { Log } from '../system/pure/log';
import type { Terminal } from './terminal';

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
	readonly name: string;
	readonly help: string;
	readonly options: NonNullable<ParseArgsConfig['options']>;
	/** Returns the exit code: 0 done, 1 failed. Throws `UsageError`, `UserError` or the reason of the signal. */
	run(call: CommandCall): Promise<number>;
}

/** One invocation of the program. */
export interface CommandCall {
	readonly values: OptionValues;
	/** The arguments after the command's name, without options. */
	readonly positionals: readonly string[];
	readonly terminal: Terminal;
	readonly log: Log;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
	/** Aborted when the command has ended: background work then ends as well. */
	readonly ended?: AbortSignal;
	/** Faultline's own folder. */
	readonly packageRoot: string;
	readonly version: string;
	/** Absolute. */
	readonly storage: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Opens the workspace that a server keeps open for all of its questions; absent: the command opens it. */
	readonly open?: () => Promise<SearchedWorkspace>;
}

/** What a search needs of an opened workspace. */
export type SearchedWorkspace = Pick<IndexSummary, 'problems'> & { readonly workspace: Workspace };

/** The command line itself is wrong. The message states how; the exit code is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** Options every command takes. */
export const commonOptions = {
	help: { type: 'boolean', short: 'h' },
	json: { type: 'boolean' },
	'memory-limit': { type: 'string' },
	storage: { type: 'string' },
	verbose: { type: 'boolean' },
} as const satisfies Command['options'];

export const workspaceOption = { workspace: { type: 'string', short: 'w' } } as const satisfies Command['options'];

/** The value of an option. */
export function textOption(values: OptionValues, name: string): string | undefined {
	const value = values[name];
	return typeof value === 'string' ? value : undefined;
}

/** The values of an option that may be repeated. */
export function textOptions(values: OptionValues, name: string): readonly string[] {
	return [values[name] ?? []].flat().filter(value => typeof value === 'string');
}

/** The source of the issue; throws `UsageError` if it is not given. `others`: the alternatives the command takes. */
export function issueOption({ values, positionals }: CommandCall, command: string, others = ''): string {
	const where = textOption(values, 'issue');
	if (where === undefined) {
		throw new UsageError(
			`${command} needs --issue FILE, --issue - or --issue URL${others}. See \`faultline ${command} --help\`.`,
		);
	}
	if (positionals.length > 0) {
		throw new UsageError(`${command} takes no arguments, but got "${positionals.join(' ')}".`);
	}
	return where;
}

/** A whole number from 1 on; undefined if it is not given. Throws `UsageError`. */
export function count({ values }: CommandCall, name: string): number | undefined {
	const given = textOption(values, name);
	if (given === undefined) {
		return undefined;
	}
	const n = Number(given);
	if (!Number.isSafeInteger(n) || n < 1) {
		throw new UsageError(`--${name} takes a whole number from 1 on, not "${given}".`);
	}
	return n;
}
