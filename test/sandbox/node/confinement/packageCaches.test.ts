import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import type { TestReport } from '../../../../src/runs/pure/model/testing/testReport';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../../../src/sandbox/node/confinement/confinement';
import { openTestSuite } from '../../../../src/testing/pure/openTestSuite';
import { projectFiles } from '../../../support/exampleProject';
import { installedGrammars } from '../../../support/grammars';
import { missingTool } from '../../../support/installedTools';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { needBubblewrap } from '../../../support/sandboxes';
import { TestFolder } from '../../../support/testFolder';

const execute = promisify(execFile);
const { languages } = installedGrammars();

describe('in the sandbox, without network and with caches that cannot be written', () => {
	const folder = new TestFolder();
	const own = { ...process.env };

	before(async function () {
		await needBubblewrap(this);
	});
	afterEach(() => {
		for (const name of Object.keys(process.env)) {
			process.env[name] = own[name];
			if (own[name] === undefined) {
				delete process.env[name];
			}
		}
	});

	/** Runs the tests of `home/project` as a user with a home folder of their own. */
	const runTests = async (): Promise<TestReport> => {
		const roots = [{ name: 'project', dir: folder.path('home/project') }];
		const confined = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		const { runner, dependencies } = confined;
		const storage = folder.path('home/.local/share/faultline');
		const checkouts = new ScratchCheckouts({ roots, storage, log: new RecordedLog(), dependencies });
		const checkout = await checkouts.create('caches');
		try {
			const suite = await openTestSuite({ files: new DiskFiles(roots), parser: { languages } as never }, { runner });
			assert.ok(suite);
			return await suite.run(checkout, 'all', { timeoutMs: 250_000, signal: new AbortController().signal });
		} finally {
			await checkout.dispose();
		}
	};
	const useHome = (variables: Readonly<Record<string, string>> = {}) =>
		Object.assign(process.env, variables, { HOME: folder.path('home') });

	for (const flags of ['', '-mod=mod']) {
		it(`go test uses modules of the module cache (GOFLAGS=${flags})`, async function () {
			skipWithout(this, ['go']);
			folder.write(goProject());
			useHome({ GOFLAGS: flags });
			for (const name of ['GOPATH', 'GOMODCACHE', 'GOCACHE', 'GOROOT']) {
				delete process.env[name];
			}
			assertPassed(await runTests(), ['shop::TestTotal']);
		});
	}

	it('what a compiler keeps is there for the next command of a scratch copy, and nowhere else', async function () {
		skipWithout(this, ['go', 'sh']);
		folder.write(goProject());
		useHome({ GOFLAGS: '' });
		delete process.env.GOCACHE;
		const roots = [{ name: 'project', dir: folder.path('home/project') }];
		const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		const storage = folder.path('home/.local/share/faultline');
		const checkouts = new ScratchCheckouts({ roots, storage, log: new RecordedLog(), dependencies: 'linked' });
		const checkout = await checkouts.create('kept');
		try {
			const run = (command: readonly string[]) =>
				runner.run({ command, cwd: checkout.folder, reach: checkout.reach, timeoutMs: 100_000 });
			assert.equal((await run(['sh', '-c', 'echo kept > "$(go env GOCACHE)/faultline"'])).exitCode, 0);
			assert.equal((await run(['sh', '-c', 'cat "$(go env GOCACHE)/faultline"'])).stdout, 'kept\n');
			assert.equal(existsSync(folder.path('home/.cache')), false);
		} finally {
			await checkout.dispose();
		}
	});

	for (const hasLock of [true, false]) {
		it(`cargo test uses crates of the registry, ${hasLock ? 'with' : 'without'} a lock file`, async function () {
			skipWithout(this, ['cargo', 'sh']);
			folder.write(cargoProject);
			const rustup = process.env.RUSTUP_HOME ?? join(homedir(), '.rustup');
			useHome(existsSync(rustup) ? { RUSTUP_HOME: rustup } : {});
			delete process.env.CARGO_HOME;
			await fetchCrate(folder);
			if (!hasLock) {
				rmSync(folder.path('home/project/Cargo.lock'));
			}
			assertPassed(await runTests(), ['shop::tests::total']);
		});
	}

	it('Maven uses artifacts of the local repository, also those it has from a mirror', async function () {
		skipWithout(this, ['mvn', 'javac', '/usr/share/java/junit4.jar', `${mavenRepository}/org/apache/maven/surefire`]);
		const files = Object.entries(projectFiles(join(repoRoot, 'test/languages/runners/maven')));
		const used = files.filter(([path]) => !path.startsWith('.mvn/'));
		folder.write(Object.fromEntries(used.map(([path, text]) => [`home/project/${path}`, text])));
		const repository = folder.path('home/.m2/repository');
		cpSync(mavenRepository, repository, { recursive: true });
		// As Maven writes it where the user's settings, which are not in the sandbox, name a mirror.
		writeFileSync(join(repository, 'junit/junit/4.x/_remote.repositories'), 'junit-4.x.jar>own=\njunit-4.x.pom>own=\n');
		// Java does not take the home folder from HOME.
		useHome({ MAVEN_OPTS: `-Duser.home=${folder.path('home')}` });
		const report = await runTests();
		const passed = report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
		assert.deepEqual(passed, ['shop.CartTest::adds', 'shop.CountsTest::counts[0]'], report.execution.stdout);
	});
});

const mavenRepository = '/usr/share/maven-repo';

function skipWithout(context: Mocha.Context, programs: readonly string[]): void {
	const missing = missingTool({ programs });
	if (missing !== undefined) {
		console.log(`      left out: ${missing} is not installed`);
		context.skip();
	}
}

function assertPassed({ tests, problem, execution }: TestReport, ids: readonly string[]): void {
	const outcomes = tests.map(({ id, outcome }) => [id, outcome]);
	const wanted = ids.map(id => [id, 'passed']);
	assert.deepEqual(
		{ outcomes, problem },
		{ outcomes: wanted, problem: undefined },
		execution.stdout + execution.stderr,
	);
}

/** A project, and the module it requires as `go mod download` leaves it in the module cache. */
function goProject(): Record<string, string> {
	const module = 'example.com/prices';
	const files = {
		'go.mod': `module ${module}\n\ngo 1.18\n`,
		'prices.go': 'package prices\n\nfunc Of(count int) int { return 3 * count }\n',
	};
	const extracted = Object.entries(files).map(([name, text]) => [`${module}@v1.0.0/${name}`, text] as const);
	const sum = goSum(extracted);
	const download = `home/go/pkg/mod/cache/download/${module}/@v/v1.0.0`;
	return {
		...Object.fromEntries(extracted.map(([path, text]) => [`home/go/pkg/mod/${path}`, text])),
		...{ [`${download}.mod`]: files['go.mod'], [`${download}.ziphash`]: sum },
		[`${download}.info`]: JSON.stringify({ Version: 'v1.0.0' }),
		'home/project/go.mod': `module shop\n\ngo 1.18\n\nrequire ${module} v1.0.0\n`,
		'home/project/go.sum': `${module} v1.0.0 ${sum}\n${module} v1.0.0/go.mod ${goSum([['go.mod', files['go.mod']]])}\n`,
		'home/project/cart.go': `package shop\n\nimport "${module}"\n\nfunc Total(count int) int { return prices.Of(count) }\n`,
		'home/project/cart_test.go':
			'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(2) != 6 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
	};
}

/** The `h1:` hash of `go.sum` (golang.org/x/mod/sumdb/dirhash). The files are sorted by their paths. */
function goSum(files: readonly (readonly [string, string])[]): string {
	const lines = files.map(([path, text]) => `${createHash('sha256').update(text).digest('hex')}  ${path}\n`);
	return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`;
}

const cargoProject = {
	'crate/Cargo.toml': '[package]\nname = "prices"\nversion = "1.0.0"\nedition = "2021"\n',
	'crate/src/lib.rs': 'pub fn of(count: u32) -> u32 {\n\t3 * count\n}\n',
	'home/project/Cargo.toml':
		'[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\nprices = "1"\n',
	'home/project/src/lib.rs':
		'#[cfg(test)]\nmod tests {\n\t#[test]\n\tfn total() {\n\t\tassert_eq!(prices::of(2), 6);\n\t}\n}\n',
};

/** Has cargo download the crate into the home folder, from a registry of its own that has ended when this returns. */
async function fetchCrate(folder: TestFolder): Promise<void> {
	await execute('cargo', ['package', '--no-verify', '--allow-dirty', '--offline'], { cwd: folder.path('crate') });
	const crate = readFileSync(folder.path('crate/target/package/prices-1.0.0.crate'));
	const cksum = createHash('sha256').update(crate).digest('hex');
	const entry = { name: 'prices', vers: '1.0.0', deps: [], cksum, features: {}, yanked: false };
	const server = createServer(({ url }, response) => {
		const { port } = server.address() as AddressInfo;
		const bodies: Readonly<Record<string, string | Buffer>> = {
			'/config.json': JSON.stringify({ dl: `http://127.0.0.1:${port}/crates` }),
			'/pr/ic/prices': `${JSON.stringify(entry)}\n`,
			'/crates/prices/1.0.0/download': crate,
		};
		const body = bodies[url ?? ''];
		response.writeHead(body === undefined ? 404 : 200).end(body);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	// The file's former name, which cargo reads as well.
	folder.write({
		'home/.cargo/config': `[source.crates-io]\nreplace-with = "own"\n\n[source.own]\nregistry = "sparse+http://127.0.0.1:${port}/"\n`,
	});
	try {
		await execute('cargo', ['fetch'], { cwd: folder.path('home/project') });
	} finally {
		server.closeAllConnections();
		server.close();
	}
}
