import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
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

	describe('and whose links among ignored files lead to other projects', () => {
		beforeEach(() =>
			folder.write({
				...{ 'home/other/package.json': '{"name":"other"}', 'home/other/.env': 'SECRET TOKEN\n' },
				...{ 'home/other/vendor/secret.txt': 'SECRET FILE\n', 'home/other/vendor/.git/config': 'SECRET URL\n' },
				...{ 'home/named/package.json': '{"name":"named"}', 'home/named/index.js': 'NAMED\n' },
				...{ 'home/project/vendor/acme/a.php': 'OWN\n', 'home/project/vendor/.env': 'SECRET OWN\n' },
				...{
					'home/project/vendor/acme/.git/config': 'SECRET URL\n',
					'home/project/.gitignore': 'vendor\nnode_modules\nbower_components\n',
				},
				'home/project/package.json': '{"dependencies":{"named":"1","other":"1"}}',
			}),
		);

		const runIn = async (command: string) => {
			const roots = [{ name: 'project', dir: folder.path('home/project') }];
			const made = new ScratchCheckouts({
				...{ roots, storage: folder.path('storage'), log: new RecordedLog(), dependencies: 'linked' },
			});
			checkout = await made.create('links');
			const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
			const { folder: cwd, reach } = checkout;
			return runner.run({ command, cwd, reach, timeoutMs: 600_000 });
		};
		const readAll = (...places: string[]) =>
			`cat ${places.flatMap(place => ['.env', 'secret.txt', '.git/config', '*/.git/config', '*/.env', 'index.js', 'acme/a.php'].map(name => `${place}/${name}`)).join(' ')}; exit 3`;

		for (const name of ['bower_components', 'node_modules/other', 'node_modules/elsewhere']) {
			for (const target of ['other', 'other/vendor']) {
				it(`shows nothing of ${target} by ${name}, and names it`, async () => {
					commitAll(folder.path('home/project'));
					mkdirSync(folder.path('home/project/node_modules'));
					symlinkSync(folder.path('home', target), folder.path('home/project', name));
					symlinkSync(`../${name}`, folder.path('home/project/c'));
					const { stdout, stderr } = await runIn(readAll(name, 'c', folder.path('home', target)));
					assert.doesNotMatch(stdout, /SECRET/);
					assert.match(stderr, new RegExp(`Not shown in the sandbox[^]*${name} -> .*${target}`));
				});
			}
		}

		it('shows no source of a project that has its environment in its own folder', async () => {
			folder.write({ 'home/other/pyvenv.cfg': '', 'home/other/src/index.js': 'SECRET SOURCE\n' });
			commitAll(folder.path('home/project'));
			symlinkSync(folder.path('home/other'), folder.path('home/project/bower_components'));
			const { stdout, stderr } = await runIn(readAll('bower_components/src', folder.path('home/other/src')));
			assert.doesNotMatch(stdout, /SECRET/);
			assert.match(stderr, /bower_components -> /);
		});

		it('shows packages that the project names, and nothing hidden of its own', async () => {
			commitAll(folder.path('home/project'));
			mkdirSync(folder.path('home/project/node_modules'));
			symlinkSync(folder.path('home/named'), folder.path('home/project/node_modules/named'));
			const { stdout, stderr } = await runIn(
				readAll('node_modules/named', 'vendor', folder.path('home/project/vendor')),
			);
			assert.match(stdout, /^NAMED\nOWN\nOWN$/m);
			assert.doesNotMatch(stdout, /SECRET/);
			assert.doesNotMatch(stderr, /Not shown/);
		});
	});
});
