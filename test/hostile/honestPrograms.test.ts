import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap, noSandbox } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';
import { type HonestProgram, honestPrograms } from './honestPrograms';

describe('an honest program', () => {
	const folder = new TestFolder();
	const own = { ...process.env };

	before(function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
	});
	afterEach(() => {
		for (const name of Object.keys(process.env)) {
			process.env[name] = own[name];
			if (own[name] === undefined) {
				delete process.env[name];
			}
		}
	});

	/** As a user with a home folder of their own. */
	const run = async ({ files, prepare, command }: HonestProgram, sandboxed: boolean) => {
		folder.write(files);
		const { env = {}, path = [] } = prepare?.(folder) ?? {};
		Object.assign(process.env, env, { HOME: folder.path('home') });
		process.env.PATH = [...path, own.PATH].join(delimiter);
		const options = { packageRoot: repoRoot, variables: [], network: false, sandbox: true };
		const { runner, dependencies } = await openConfinement({ ...options, ...(!sandboxed && noSandbox) });
		const roots = [{ name: 'project', dir: folder.path('home/project') }];
		const storage = folder.path('home/.local/share/faultline');
		const checkouts = new ScratchCheckouts({ roots, storage, log: new RecordedLog(), dependencies });
		const checkout = await checkouts.create('honest');
		try {
			const { folder: cwd, reach } = checkout;
			return await runner.run({ command, cwd, reach, timeoutMs: 250_000 });
		} finally {
			await checkout.dispose();
		}
	};

	for (const sandboxed of [true, false]) {
		describe(`${sandboxed ? 'in' : 'without'} a sandbox may use`, () => {
			before(async function () {
				await (sandboxed && needBubblewrap(this));
			});

			for (const program of honestPrograms) {
				const missing = program.needs.find(name => !isInstalled(name));
				if (missing !== undefined) {
					it(`${program.what} (left out: ${missing} is not installed)`);
					continue;
				}
				it(program.what, async () => {
					const { stdout, stderr, exceeded } = await run(program, sandboxed);
					assert.equal(exceeded, undefined);
					assert.match(stdout + stderr, program.prints, stdout + stderr);
				});
			}
		});
	}
});

function isInstalled(program: string): boolean {
	return (process.env.PATH ?? '').split(delimiter).some(folder => {
		try {
			accessSync(join(folder, program), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}
