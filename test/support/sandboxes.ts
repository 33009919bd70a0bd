import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { repoRoot } from './repoRoot';

/** For a confinement as on a machine without a sandbox, or one that forbids user namespaces. */
export const noSandbox = { bubblewrap: [] };

/** Leaves a test or a suite out where bubblewrap does not work, and prints that. */
export async function needBubblewrap(context: Mocha.Context): Promise<void> {
	if (!(await hasBubblewrap())) {
		console.log('      left out: bubblewrap is not installed, or user namespaces are forbidden');
		context.skip();
	}
}

/** As root on Debian it is installed first, as the browser is. */
async function hasBubblewrap(): Promise<boolean> {
	if (process.platform !== 'linux') {
		return false;
	}
	if (!existsSync('/usr/bin/bwrap') && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		try {
			execFileSync('apt-get', ['install', '-y', 'bubblewrap'], { stdio: 'ignore', timeout: 120_000 });
		} catch {
			// Without a network it stays absent, and its tests are skipped.
		}
	}
	const { sandbox } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
	return sandbox !== undefined;
}
