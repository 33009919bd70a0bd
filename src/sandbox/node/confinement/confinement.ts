import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import { installCommand } from '../../../system/node/processes/installCommand';
import type { Cure } from '../../../system/pure/errors/cure';
import { defaultLimits, type Limits } from '../processes/limits';
import { Bubblewrap } from './bubblewrap';
import { ProcessRunner } from './processRunner';
import { projectInterpreters, withProgramFolders } from './projectInterpreters';
import type { Sandbox } from './sandbox';
import places from './sandbox.json';
import { Seatbelt } from './seatbelt';
import { readToolData, type ToolData } from './toolData';

export interface ConfinementOptions {
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	/** Names of further variables that commands get. */
	readonly variables: readonly string[];
	/** Whether commands may reach other machines; without a sandbox they can in any case. */
	readonly network: boolean;
	/** False: commands run without a sandbox, although there may be one. */
	readonly sandbox: boolean;
	readonly limits?: Limits;
	/** The folders of the project, for its own interpreters. */
	readonly roots?: readonly RootFolder[];
	/** Absolute paths of interpreters that the user chose. */
	readonly interpreters?: readonly string[];
	/** Possible absolute paths of bubblewrap; the usual ones unless given. */
	readonly bubblewrap?: readonly string[];
	/** The same for nsenter. */
	readonly enterNamespaces?: readonly string[];
}

/** How commands of the project, and programs a model wrote, are run on this machine. */
export interface Confinement {
	readonly runner: ProcessRunner;
	/** Undefined: they can do whatever the user can. */
	readonly sandbox: Sandbox | undefined;
	/** Remedies that give this system a sandbox; empty if it has one, or the user wants none. */
	readonly cures: readonly Cure[];
	/** Interpreters of the project, by the name of the one each replaces. */
	readonly interpreters: ReadonlyMap<string, string>;
	/** Whether they can reach other machines. */
	readonly network: boolean;
	/** Names of the variables that commands get in addition to the usual ones. */
	readonly variables: readonly string[];
	/** For the scratch copies they run in. */
	readonly dependencies: 'linked' | 'copied';
}

/** The best this system has. Throws `UserError` for a chosen interpreter that cannot be used. */
export async function openConfinement(options: ConfinementOptions): Promise<Confinement> {
	const tools = readToolData(options.packageRoot);
	const sandbox = options.sandbox ? await openSandbox(tools, options) : undefined;
	const cures = options.sandbox && sandbox === undefined ? await sandboxCures(options) : [];
	const variables = [...tools.variables, ...options.variables];
	const { limits = defaultLimits, roots = [], interpreters: chosen = [] } = options;
	const known = { interpreters: tools.interpreters, env: process.env, home: homedir() };
	const { programs: interpreters, folders } = projectInterpreters({ ...known, roots, chosen });
	const runner = new ProcessRunner({ env: withProgramFolders(process.env, folders), variables, sandbox, limits });
	const common = { runner, sandbox, cures, variables, interpreters };
	return sandbox === undefined
		? { ...common, network: true, dependencies: 'copied' }
		: { ...common, network: options.network, dependencies: 'linked' };
}

async function openSandbox(tools: ToolData, options: ConfinementOptions): Promise<Sandbox | undefined> {
	const { network, bubblewrap: programs = places.bubblewrap, enterNamespaces = places.enterNamespaces } = options;
	const home = homedir();
	switch (process.platform) {
		case 'linux':
			return Bubblewrap.open({ programs, enterNamespaces, tools, home, network });
		case 'darwin':
			return Seatbelt.open({ tools, home, network });
		default:
			return undefined;
	}
}

/** If bubblewrap is installed and does not work, the system forbids it. */
async function sandboxCures({ bubblewrap = places.bubblewrap }: ConfinementOptions): Promise<readonly Cure[]> {
	if (process.platform !== 'linux' || bubblewrap.some(path => existsSync(path))) {
		return [];
	}
	const program = 'bubblewrap';
	const command = await installCommand(program);
	return [{ kind: 'install', program, page: bubblewrapPage, ...(command !== undefined && { command }) }];
}

const bubblewrapPage = 'https://github.com/containers/bubblewrap';
