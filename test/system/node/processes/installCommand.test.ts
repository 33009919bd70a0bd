import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cureText } from '../../../../src/cli/output/cureText';
import { openConfinement } from '../../../../src/sandbox/node/confinement/confinement';
import { installCommand } from '../../../../src/system/node/processes/installCommand';
import { cureLabel } from '../../../../src/system/pure/errors/cure';
import { repoRoot } from '../../../support/repoRoot';
import { createScratchFolder } from '../../../support/scratchFolder';

describe('the command that installs a program', function () {
	if (process.platform === 'win32') {
		this.pending = true;
	}
	const scratch = createScratchFolder('install');
	after(() => scratch.remove());

	/** A folder for PATH with these programs. */
	function pathWith(...programs: readonly string[]): string {
		const folder = mkdtempSync(join(scratch.path, 'path-'));
		for (const program of programs) {
			writeFileSync(join(folder, program), '#!/bin/sh\n');
			chmodSync(join(folder, program), 0o755);
		}
		return folder;
	}

	const command = (program: string, isRoot: boolean, ...managers: readonly string[]) =>
		installCommand(program, { env: { PATH: pathWith(...managers) }, isRoot });

	it('is that of the package manager of the system', async () => {
		assert.equal(await command('bubblewrap', false, 'dnf'), 'sudo dnf install bubblewrap');
		assert.equal(await command('git', false, 'brew'), 'brew install git');
		assert.equal(await command('git', false, 'winget'), 'winget install --id Git.Git');
	});

	it('has no sudo for root, who may have none', async () => {
		assert.equal(await command('git', true, 'apk'), 'apk add git');
	});

	it('is not known without a package manager, and for programs with another name as a package', async () => {
		assert.equal(await command('git', false), undefined);
		assert.equal(await command('ruby', false, 'apt-get'), undefined);
	});

	it('is the cure of a system without a sandbox, but not where the user turned it off', async function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
		const options = { packageRoot: repoRoot, variables: [], network: false, bubblewrap: [join(scratch.path, 'none')] };
		const { sandbox, cures } = await openConfinement({ ...options, sandbox: true });
		assert.equal(sandbox, undefined);
		assert.deepEqual(cures.map(cureLabel), ['Install bubblewrap…']);
		assert.match(cureText(cures), /^\n {2}Install bubblewrap: .*bubblewrap$/);
		assert.deepEqual((await openConfinement({ ...options, sandbox: false })).cures, []);
	});
});
