import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { runReproducer } from '../../src/engine/stages/reproduce/runReproducer';
import { measureSpectrum } from '../../src/localizer/pure/ranking/measureSpectrum';
import type { TestReport } from '../../src/runs/pure/model/testing/testReport';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { Bubblewrap } from '../../src/sandbox/node/confinement/bubblewrap';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import places from '../../src/sandbox/node/confinement/sandbox.json';
import { readToolData } from '../../src/sandbox/node/confinement/toolData';
import type { Access, Place } from '../../src/sandbox/node/confinement/visiblePlaces';
import type { Runner } from '../../src/sandbox/pure/execution/runner';
import { isWithin } from '../../src/system/node/files/isWithin';
import { childEnvironment } from '../../src/system/node/processes/childEnvironment';
import { faultlineCli } from '../support/faultlineCli';
import { installedGrammars } from '../support/grammars';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { openTestBench } from '../support/testBench';
import { TestFolder } from '../support/testFolder';

/** The options of a mount at the end, by what it is for. */
const writableByAccess: Readonly<Record<Access, boolean>> = {
	...{ read: false, write: true, memory: true, processes: true, devices: false },
	...{ hiddenFile: false, hiddenFolder: false },
};
const devices = ['full', 'null', 'ptmx', 'random', 'tty', 'urandom', 'zero'];
/** What runners and interpreters add for the programs that they start. */
const ofRunners = /^(?:NODE_TEST_CONTEXT|NODE_V8_COVERAGE|NODE_OPTIONS|NODE_TEST_WORKER_ID|PWD|OLDPWD|SHLVL|_)$/;

/** Everything that a program sees is in the table that the sandbox is made of (docs/reference/sandbox.md). */
describe('what a program sees in a sandbox', () => {
	const folder = new TestFolder();
	const roots = () => [{ name: 'project', dir: folder.path('project') }];
	const printing = "const { seenInside } = require('./seenInside.cjs');\nconsole.log(seenInside().join('\\n'));\n";

	before(function () {
		return needBubblewrap(this);
	});
	beforeEach(() => {
		folder.write({
			'project/package.json': '{"scripts":{"test":"node --test"}}',
			'project/print.cjs': printing,
			// A test a line: names are in every report as they are.
			'project/test/seen.test.cjs':
				"const test = require('node:test');\nfor (const line of require('../seenInside.cjs').seenInside()) test(line, () => {});\n",
		});
		copyFileSync(join(repoRoot, 'test/hostile/seenInside.cjs'), folder.path('project/seenInside.cjs'));
	});

	const open = async () => {
		const confinement = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		assert.ok(confinement.sandbox instanceof Bubblewrap);
		return { ...confinement, sandbox: confinement.sandbox };
	};
	const makeCheckout = () =>
		new ScratchCheckouts({
			...{ roots: roots(), storage: folder.path('storage'), log: new RecordedLog(), dependencies: 'linked' },
		}).create('seen');
	const tableOf = async (path: string | undefined) => {
		const { sandbox } = await open();
		const env = childEnvironment({ ...process.env, ...(path !== undefined && { PATH: path }) });
		return sandbox.visible({ env, reach: { writable: [], readable: [] } });
	};
	/** What a program printed through a runner, which is given on. */
	const printedThrough = async (act: (runner: Runner) => Promise<unknown>): Promise<string[]> => {
		const { runner } = await open();
		const printed: string[] = [];
		await act({
			run: async command => {
				const execution = await runner.run(command);
				printed.push(execution.stdout);
				return execution;
			},
		});
		return printed.join('\n').split('\n');
	};
	const check = async (lines: readonly string[], path?: string) => {
		const table = await tableOf(path);
		const found = lines.map(line => line.trim()).filter(line => kinds.test(line));
		assert.deepEqual(new Set(found.map(line => line.split(' ')[0])), new Set(kindNames), lines.join('\n'));
		assert.deepEqual(
			found.filter(line => !isInTable(line, table, folder.path('storage'))),
			[],
		);
	};

	it('is in the table, and nothing else, by a command', async () => {
		const checkout = await makeCheckout();
		try {
			const command = [process.execPath, 'print.cjs'];
			const { folder: cwd, reach } = checkout;
			await check(await printedThrough(runner => runner.run({ command, cwd, reach, timeoutMs: 600_000 })));
		} finally {
			await checkout.dispose();
		}
	});

	it('is in the table, and nothing else, by a reproducer', async () => {
		const checkout = await makeCheckout();
		const language = installedGrammars().languages.find(({ id }) => id === 'javascript')?.reproducer;
		assert.ok(language);
		try {
			await check(await printedThrough(runner => runReproducer({ runner, checkout, language }, printing)));
		} finally {
			await checkout.dispose();
		}
	});

	it('is in the table, and nothing else, by an action of a tree', async () => {
		await check(
			await printedThrough(async runner => {
				const places = { project: folder.path('project'), storage: folder.path('storage') };
				const { bench, act } = await openTestBench({ ...places, runner, dependencies: 'linked' });
				try {
					await act('run', { command: `'${process.execPath}' print.cjs` });
				} finally {
					await bench.dispose();
				}
			}),
		);
	});

	it('is in the table, and nothing else, while tests are measured', async () => {
		folder.write({
			'project/test/seen.test.cjs': `${printing.replace('./', '../')}require('node:test')('a', () => {});\n`,
		});
		const { workspace } = await openWorkspace({ roots: roots(), packageRoot: repoRoot, log: new RecordedLog() });
		const checkout = await makeCheckout();
		const request = {
			formula: 'ochiai',
			failing: [],
			timeoutMs: 600_000,
			signal: new AbortController().signal,
		} as const;
		try {
			await check(await printedThrough(runner => measureSpectrum(workspace, { runner, checkout }, request)));
		} finally {
			await checkout.dispose();
		}
	});

	for (const user of ['the user of these tests', 'nobody']) {
		it(`is in the table, and nothing else, through \`faultline tests --run\`, as ${user}`, async function () {
			const uid = user === 'nobody' ? 65_534 : process.getuid?.();
			if (uid !== process.getuid?.() && process.getuid?.() !== 0) {
				return this.skip();
			}
			execFileSync('chown', ['-R', String(uid), folder.path()]);
			const PATH = `${join(process.execPath, '..')}:/usr/bin:/bin`;
			const { stdout, stderr } = await faultlineCli(
				['tests', '--workspace', folder.path('project'), '--run', '--json'],
				{ env: { FAULTLINE_STORAGE: folder.path('storage'), PATH }, ...(uid !== undefined && { uid }) },
			);
			assert.notEqual(stdout, '', stderr);
			const { tests } = JSON.parse(stdout) as TestReport;
			await check(
				tests.map(({ id }) => id.slice(id.indexOf('::') + 2)),
				PATH,
			);
		});
	}
});

const kindNames = ['mount', 'file', 'descriptor', 'namespace', 'right', 'process', 'variable'];
const kinds = new RegExp(`^(?:${kindNames.join('|')}|beside|socket) \\S`);

/** `storage` contains the scratch copies. */
function isInTable(line: string, table: readonly Place[], storage: string): boolean {
	const [kind, name = '', value = ''] = line.split(' ');
	switch (kind) {
		case 'mount':
			return isMountInTable(name, value === 'rw', table, storage);
		case 'file':
			return isFileInTable(name, value);
		case 'descriptor':
			// 3 is the folder that is read for this.
			return Number(name) <= 3;
		case 'namespace':
			return isOwnNamespace(name, value);
		case 'right':
			return name.startsWith('Cap') ? /^0+$/.test(value) : value === (name === 'Seccomp' ? '2' : '1');
		case 'process':
			return /^(?:bwrap|node|sh|ls|MainThread|gone)\b/.test(name);
		case 'variable':
			return variables.has(name) || Object.hasOwn(childEnvironment({ [name]: '' }), name) || ofRunners.test(name);
		default:
			// Beside a mount, or a socket of another program.
			return false;
	}
}

/** What the data on languages sets, and the mark of the execution. */
const variables = new Set([
	'FAULTLINE_EXECUTION',
	...readToolData(repoRoot).variables,
	...globSync('syntaxes/*/*.json', { cwd: repoRoot }).flatMap(file =>
		setVariables(JSON.parse(readFileSync(join(repoRoot, file), 'utf8'))),
	),
]);

function setVariables(data: unknown): string[] {
	return data === null || typeof data !== 'object'
		? []
		: Object.entries(data).flatMap(([key, value]) => [
				...(/^(?:env|variables|paths)$/.test(key) && value !== null ? Object.keys(value as object) : []),
				...setVariables(value),
			]);
}

function isMountInTable(path: string, isWritable: boolean, table: readonly Place[], storage: string): boolean {
	const place = table.findLast(each => each.path === path);
	if (place !== undefined) {
		return writableByAccess[place.access] === isWritable;
	}
	if (isWithin(path, storage)) {
		return true;
	}
	const around = table.findLast(each => isWithin(path, each.path));
	if (path === '/' || around?.access === 'devices') {
		return !isWritable || /^\/dev\/(?:pts|console|\w+)$/.test(path);
	}
	// File systems in a folder of the machine, such as /etc/hosts in a container.
	return around?.access === 'read' && !isWritable;
}

function isFileInTable(path: string, modes: string): boolean {
	if (path.startsWith('/dev/')) {
		return devices.includes(path.slice('/dev/'.length));
	}
	const { files, folders } = places.processes;
	const [, top = ''] = /^\/proc\/([^/]+)/.exec(path) ?? [];
	const isKnown =
		files.includes(top) || folders.includes(top) || Object.keys(places.system).some(each => isWithin(path, each));
	return isKnown && modes === 'r';
}

/** The namespaces of this process are those of the machine. The kernel has none for time in a sandbox. */
function isOwnNamespace(name: string, id: string): boolean {
	const shared = ['time', 'time_for_children', 'user_for_children'];
	const own = readdirSync('/proc/self/ns').includes(name) ? readlinkSync(`/proc/self/ns/${name}`) : '';
	return shared.includes(name) || own !== id;
}
