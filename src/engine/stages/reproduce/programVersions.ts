import type { ReproducerData } from '../../../code/pure/languages/reproducerData';
import type { ProgramVersion } from '../../../runs/pure/model/executedTree';
import { shortened } from '../../../runs/pure/model/shortened';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import type { Runner } from '../../../sandbox/pure/execution/runner';
import { UserError } from '../../../system/pure/errors/userError';

export interface VersionDeps {
	readonly runner: Runner;
	readonly checkout: Checkout;
	readonly language: Pick<ReproducerData, 'version'>;
	readonly signal: AbortSignal;
}

/** The programs of some commands, except those that the commands make, with their versions. Throws the signal's reason. */
export async function programVersions(
	commands: readonly (readonly string[])[],
	deps: VersionDeps,
): Promise<readonly ProgramVersion[]> {
	const names = [...new Set(commands.flatMap(([program]) => program ?? []))];
	const versions: ProgramVersion[] = [];
	for (const name of names.filter(each => !isMade(each))) {
		const version = await versionOf(name, deps);
		versions.push({ name, ...(version !== undefined && { version }) });
	}
	return versions;
}

/** As `{out}` in `valuesFor` names it. */
function isMade(program: string): boolean {
	return /^\.\/faultline_reproducer\.out(?:\.exe)?$/.test(program);
}

async function versionOf(
	program: string,
	{ runner, checkout, language: { version }, signal }: VersionDeps,
): Promise<string | undefined> {
	if (version === undefined) {
		return undefined;
	}
	const { folder: cwd, reach } = checkout;
	try {
		const ran = await runner.run({ command: [program, ...version], cwd, reach, timeoutMs, signal, isAside: true });
		const line = `${ran.stdout}\n${ran.stderr}`.split('\n').find(each => each.trim() !== '');
		return ran.exitCode === 0 && line !== undefined ? shortened(line.trim(), mostCharacters) : undefined;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof UserError) {
			return undefined;
		}
		throw error;
	}
}

const timeoutMs = 30_000;
const mostCharacters = 200;
