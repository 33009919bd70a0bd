import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { childEnvironment } from '../../src/system/node/processes/childEnvironment';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import { reproduced, smoothFix } from '../support/smoothFix';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const key = 'canary-4c1f0e9b';

/** Looks for the key in the environment of every process it can see, and of itself. */
const thief = `
import glob, os

def holds(file):
    try:
        return b"canary-" + b"4c1f0e9b" in open(file, "rb").read()
    except OSError:
        return False

found = [file for file in glob.glob("/proc/*/environ") if holds(file)]
print("FOUND", found, "SEEN", len(glob.glob("/proc/[0-9]*")), "NAMES", sorted(os.environ))
from tally.clock import minutes_between
assert minutes_between(1350, 75) == 165
`;

const script: readonly ScriptedAnswer[] = [reproduced(thief), ...smoothFix.slice(1)];

describe('a program that looks for the key', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();

	before(function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
	});

	const steal = async (...words: string[]) => {
		const workspace = folder.path('workspace');
		cpSync(join(repoRoot, 'sample', 'python'), workspace, { recursive: true });
		server.now.script(script);
		const issue = ['--workspace', workspace, '--issue', join(workspace, 'ISSUE.md')];
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
		const env = { FAULTLINE_STORAGE: folder.path('storage'), OPENAI_API_KEY: key, PGPASSWORD: key };
		const result = await faultlineCli(['fix', ...issue, ...model, '--execute', ...words], { env });
		assert.equal(result.code, 0, result.stderr);
		const [run = ''] = readdirSync(folder.path('storage/runs')).filter(isRunId);
		const out = readFileSync(folder.path('storage/runs', run, 'artifacts/t1-before.stdout.txt'), 'utf8');
		return { ...result, out, sentKey: server.now.requests[0]?.headers.authorization };
	};

	it('finds it in no process without a sandbox, while the model still gets it', async () => {
		const { out, stderr, sentKey } = await steal('--no-sandbox');
		assert.match(out, /^FOUND \[\] SEEN \d+/);
		assert.doesNotMatch(out, /PGPASSWORD|API_KEY/);
		assert.equal(sentKey, `Bearer ${key}`);
		assert.match(stderr, /no sandbox and have your rights: they could read your files and keys, use the network/);
	});

	it('sees no process but its own in a sandbox', async function () {
		await needBubblewrap(this);
		const { out, stderr } = await steal();
		assert.match(out, /^FOUND \[\] SEEN [1-4] /);
		assert.doesNotMatch(stderr, /no sandbox/);
	});
});

describe('the environment of programs', () => {
	it('contains only allowed names, not all that do not look like a secret', () => {
		const secret = ['PGPASSWORD', 'MYSQL_PWD', 'DB_PASS', 'SMTP_PASS', 'MY_PASS', 'SENTRY_DSN', 'OPENAI_KEYS'];
		const own = Object.fromEntries([...secret, 'STRIPE_SK', 'JWT_SIGNING', 'PATH', 'LC_TIME'].map(name => [name, 'x']));
		assert.deepEqual(childEnvironment(own), { PATH: 'x', LC_TIME: 'x' });
		assert.deepEqual(childEnvironment(own, { names: ['DB_PASS'] }), { DB_PASS: 'x', PATH: 'x', LC_TIME: 'x' });
	});
});
