import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import type { Checkout } from '../../src/core/ports';
import { ScratchCheckouts } from '../../src/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/node/execution/confinement';
import { commitAll } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

/** As an archive may contain it; git transfers neither links that it ignores nor its own settings. */
describe('a workspace that names folders of the user as its own', () => {
	const folder = new TestFolder();
	const home = process.env.HOME;
	let checkout: Checkout | undefined;

	before(function () {
		return needBubblewrap(this);
	});
	beforeEach(() => {
		process.env.HOME = folder.path('home');
		folder.write({ 'home/.ssh/id_rsa': 'PRIVATE KEY\n', 'home/project/a.js': 'a\n', 'home/package.json': '{}' });
	});
	afterEach(async () => {
		await checkout?.dispose();
		process.env.HOME = home;
	});

	const readKey = async () => {
		const roots = [{ name: 'project', dir: folder.path('home/project') }];
		const made = new ScratchCheckouts({
			...{ roots, storage: folder.path('storage'), log: new RecordedLog(), dependencies: 'linked' },
		});
		checkout = await made.create('mounts');
		const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		const { folder: cwd, reach } = checkout;
		const places = [folder.path('home'), folder.path('home/project'), '.'];
		const command = `for place in ${places.map(place => `'${place}'`).join(' ')}; do
			cat "$place"/*/id_rsa "$place"/.ssh/id_rsa "$place"/.venv/id_rsa "$place"/*/*/id_rsa "$place"/.git/objects/id_rsa
		done; echo done`;
		return (await runner.run({ command, cwd, reach, timeoutMs: 20_000 })).stdout;
	};

	for (const target of ['/', '../../../..', '../../../.ssh']) {
		it(`by the alternates of its repository: ${target}`, async () => {
			commitAll(folder.path('home/project'));
			folder.write({ 'home/project/.git/objects/info/alternates': `${target}\n` });
			assert.equal(await readKey(), 'done\n');
		});
	}

	for (const target of ['..', '../.ssh']) {
		for (const name of ['vendor', '.venv', 'node_modules']) {
			it(`by a link ${name} to ${target}`, async () => {
				symlinkSync(target, folder.path('home/project', name));
				assert.equal(await readKey(), 'done\n');
			});
		}
	}

	it('by a link among its packages', async () => {
		mkdirSync(folder.path('home/project/node_modules'));
		symlinkSync('../..', folder.path('home/project/node_modules/up'));
		assert.equal(await readKey(), 'done\n');
	});
});
