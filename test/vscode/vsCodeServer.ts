import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce, npmInstall } from './installOnce';
import { onExit } from './onExit';

/** The npm package that holds a VS Code server, for machines that can download nothing but packages. */
const serverPackage = { name: 'code-server', version: '4.139.1' };

/** A running VS Code server: the workbench, its extension hosts and terminals, reached through a browser. */
export interface VsCodeServer {
	readonly port: number;
	/** What the server printed so far, at most the last 20,000 characters. */
	log(): string;
	/** Ends the server and everything it started. */
	stop(): void;
}

export interface ServerOptions {
	/** Holds `User/settings.json`; anything the server keeps goes below it. */
	readonly userDataDir: string;
	readonly extensionsDir: string;
	/** True: no folder is asked about. False: folders open in Restricted Mode until trusted. */
	readonly trustEverything: boolean;
	/** The display language, such as `zh-cn`, where its language pack is installed; English unless given. */
	readonly language?: string | undefined;
}

/** Starts a VS Code server on a free loopback port. Its extension host has this process's environment. */
export async function startVsCodeServer(options: ServerOptions): Promise<VsCodeServer> {
	mkdirSync(options.extensionsDir, { recursive: true });
	const child = spawn(process.execPath, [installVsCodeServer(), ...serverArguments(options)], {
		// A process group of its own, so that extension hosts and terminals end with it.
		detached: process.platform !== 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...serverEnvironment(), FAULTLINE_STORAGE: join(options.userDataDir, 'faultline') },
	});
	const forget = onExit(() => killGroup(child));
	let log = '';
	const stop = () => {
		forget();
		killGroup(child);
	};
	const port = await new Promise<number>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			log = (log + chunk.toString()).slice(-20_000).replace(/^(.{500}).+$/gm, '$1…');
			const listening = /Extension host agent listening on (\d+)/.exec(log);
			if (listening) {
				resolve(Number(listening[1]));
			}
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.on('error', reject);
		child.on('exit', code => reject(new Error(`the VS Code server ended with ${code}:\n${log}`)));
	});
	return { port, log: () => log, stop };
}

/** Installs a package as a user does who has its file. */
export function installExtension(
	vsix: string,
	{ userDataDir, extensionsDir }: Omit<ServerOptions, 'trustEverything' | 'language'>,
): void {
	const folders = ['--server-data-dir', userDataDir, '--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
	const words = [installVsCodeServer(), ...folders, '--accept-server-license-terms', '--install-extension', vsix];
	execFileSync(process.execPath, words, { stdio: 'pipe', env: serverEnvironment() });
}

/** Absolute path of the server's main script. Installs it into .vscode-test where it is missing. */
export function installVsCodeServer(): string {
	const { name, version } = serverPackage;
	const folder = installOnce(`${name}-${version}`, partial => {
		const server = join(partial, 'node_modules', name, 'lib', 'vscode');
		npmInstall(partial, [`${name}@${version}`]);
		npmInstall(server);
		npmInstall(join(server, 'extensions'));
	});
	return join(folder, 'node_modules', name, 'lib', 'vscode', 'out', 'server-main.js');
}

function serverArguments({ userDataDir, extensionsDir, trustEverything, language }: ServerOptions): string[] {
	return [
		...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
		...['--server-data-dir', userDataDir, '--user-data-dir', userDataDir, '--extensions-dir', extensionsDir],
		// Makes the page take the extension under development and the tests from its address, and report to us.
		'--enable-smoke-test-driver',
		...['--disable-telemetry', '--disable-experiments', '--disable-update-check'],
		...(trustEverything ? ['--disable-workspace-trust'] : []),
		...(language === undefined ? [] : ['--locale', language]),
	];
}

/**
 * The environment without what a VS Code's own terminal adds, as that would confuse the VS Code under test, and without
 * an extension gallery, as tests reach no network.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name));
	return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: '{}' };
}

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
		return;
	}
	if (process.platform === 'win32') {
		child.kill();
	} else {
		process.kill(-child.pid, 'SIGKILL');
	}
}
