import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { installOnce, npmInstall } from './installOnce';

/** How long the browser, and what is waited for in a page, may take before it hangs; the machine may be busy. */
export const hangMs = 300_000;

/** A place a Chromium may be found at. `find` answers undefined where it has none. */
interface Source {
	readonly name: string;
	find(): Promise<string | undefined> | string | undefined;
}

const sources: readonly Source[] = [
	{ name: 'a Chrome or Chromium on this machine', find: findOnSystem },
	{ name: '@sparticuz/chromium from npm', find: installFromNpm },
	{ name: 'Debian package chromium (as root)', find: installFromDebian },
];

// Without these, Chromium looks for Google's hosts at every start, which fails slowly on a closed network.
const quietFlags = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
	...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
	// A test reaches this machine and nothing else.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Starts a headless Chromium: the one FAULTLINE_CHROMIUM names, else the first that starts of the machine's own, the one
 * from npm, and Debian's. Throws with what was tried.
 */
export async function launchChromium(): Promise<Browser> {
	const named = process.env.FAULTLINE_CHROMIUM;
	if (named) {
		return start(named);
	}
	const problems: string[] = [];
	for (const { name, find } of sources) {
		try {
			const path = await find();
			if (path) {
				return await start(path);
			}
			problems.push(`${name}: none`);
		} catch (error) {
			problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
		}
	}
	throw new Error(
		`No Chromium for the tests. Install Chrome or Chromium, or name one in FAULTLINE_CHROMIUM.\n${problems.join('\n')}`,
	);
}

function start(executablePath: string): Promise<Browser> {
	return chromium.launch({
		executablePath,
		args: quietFlags,
		timeout: hangMs,
		handleSIGINT: false,
		handleSIGTERM: false,
	});
}

function findOnSystem(): string | undefined {
	const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
	const onPath = (process.env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)));
	const elsewhere = [
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'/Applications/Chromium.app/Contents/MacOS/Chromium',
		'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
		'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
	];
	return [...onPath, ...elsewhere].find(existsSync);
}

async function installFromNpm(): Promise<string | undefined> {
	if (process.platform !== 'linux') {
		return undefined;
	}
	const version = '153.0.0';
	const folder = installOnce(`chromium-${version}`, partial => npmInstall(partial, [`@sparticuz/chromium@${version}`]));
	const load = createRequire(join(folder, 'package.json'));
	const { default: packed } = load('@sparticuz/chromium') as { default: { executablePath(): Promise<string> } };
	return packed.executablePath();
}

function installFromDebian(): string | undefined {
	if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		return undefined;
	}
	console.log('Installing chromium with apt-get');
	aptGet(['update']);
	aptGet(['install', '-y', 'chromium']);
	return findOnSystem();
}

function aptGet(words: readonly string[]): void {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const { status } = spawnSync('apt-get', ['-qq', ...words], { stdio: ['ignore', 'ignore', 'inherit'], env });
	if (status !== 0) {
		throw new Error(`apt-get ${words.join(' ')} ended with ${status}`);
	}
}
