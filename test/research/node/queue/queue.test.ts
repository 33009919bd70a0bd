import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { Queue } from 'bullmq';
import type { InstanceResult } from '../../../../src/research/node/batches/batchFolder';
import type { QueueStatus } from '../../../../src/research/node/queue/jobQueue';
import { readName, writtenName } from '../../../../src/research/node/queue/queueName';
import { type CliOptions, faultlineCli } from '../../../support/faultlineCli';
import { QueueWorker, writeQueuedIssues } from '../../../support/killedQueue';
import { makeCertificate, needRedis, RedisServer } from '../../../support/redisServer';
import type { ScriptedAnswer } from '../../../support/scriptedAnswer';
import { TestFolder } from '../../../support/testFolder';
import { TestModelServer } from '../../../support/testModelServer';

const named: ScriptedAnswer = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: { bug_locations: [{ file: 'tally/clock.py', method: 'minutes_between' }] },
		},
	],
};
const search: ScriptedAnswer = { toolCalls: [{ name: 'search_code', arguments: { query: 'minutes_between' } }] };

describe('faultline queue', () => {
	const folder = new TestFolder();
	const model = new TestModelServer();
	let redis: RedisServer;
	before(function () {
		needRedis(this);
	});
	beforeEach(async () => {
		redis = await RedisServer.start(folder.path('redis'));
	});
	afterEach(() => redis.kill());

	const cli = (words: readonly string[], options: CliOptions = {}) =>
		faultlineCli(words, { ...options, env: { FAULTLINE_STORAGE: folder.path('storage'), ...options.env } });
	const queue = (words: readonly string[], options: CliOptions = {}) =>
		cli(['queue', ...words, '--queue', redis.url], options);
	const submit = (nIssues: number, ...words: readonly string[]) =>
		queue(['submit', '--instances', writeQueuedIssues(folder.path(), nIssues), ...words]);
	const work = (words: readonly string[] = [], options: CliOptions = {}) =>
		queue(
			['work', '--repositories', folder.path('clones'), '--output', folder.path('output'), '--until-empty', ...words],
			options,
		);
	const workerOf = (words: readonly string[]) => new QueueWorker(folder.path(), redis.url, { storage: 'own', words });
	const status = async () =>
		(JSON.parse((await queue(['status', '--json'])).stdout) as { queues: readonly QueueStatus[] }).queues[0];
	const results = () =>
		readdirSync(folder.path('output', 'results')).map(
			name => JSON.parse(readFileSync(folder.path('output', 'results', name), 'utf8')) as InstanceResult,
		);
	const modelWords = () => ['--model', 'openai:m', '--base-url', model.now.baseUrl, '--form', 'tools'];
	/** All that the server keeps, as one text. */
	const kept = () =>
		redis.ask(async connection => {
			const texts: string[] = [];
			for (const key of await connection.keys('*')) {
				const type = await connection.type(key);
				texts.push(key, type === 'hash' ? JSON.stringify(await connection.hgetall(key)) : '');
			}
			return texts.join('\n');
		});
	/** Looks again until it is true. */
	const until = async (look: () => Promise<boolean> | boolean) => {
		while (!(await look())) {
			await new Promise(resolve => setTimeout(resolve, 50));
		}
	};

	it('sends issues after consent only, once, and without their secrets', async () => {
		const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const asked = await submit(2);
		assert.equal(asked.code, 1);
		assert.match(asked.stderr, /127\.0\.0\.1:\d+ gets the text of 2 issues/);
		assert.match(asked.stderr, /Nothing was sent\. Pass --yes/);
		assert.equal(await kept(), '');

		const issues = readFileSync(folder.path('issues.jsonl'), 'utf8');
		folder.write({ 'issues.jsonl': issues.replaceAll('Reported as', `With ${token} reported as`) });
		const again = ['submit', '--instances', folder.path('issues.jsonl'), '--yes', '--strategy', 'researcher'];
		const added = await queue(again, { env: { OPENAI_API_KEY: 'canary-key-1f' } });
		assert.match(added.stdout, /^Added 2 issues to the queue issues\. Removed from them: GitHub token, GitHub token\./);
		assert.match((await queue(again)).stdout, /^Added 0 issues to the queue issues\. 2 were there before\./);
		const server = await kept();
		assert.ok(server.includes('removed: GitHub token') && server.includes('researcher'));
		for (const secret of [token, 'canary-key', folder.path(), 'def minutes_between']) {
			assert.ok(!server.includes(secret), secret);
		}
		assert.equal((await queue(['clear', '--yes'])).code, 0);
		assert.doesNotMatch(await kept(), /acme__tally/);
	});

	it('gives each issue to a worker, whose results are merged as those of a batch', async () => {
		await submit(4, '--yes');
		const ends = await Promise.all(
			['a', 'b'].map(name =>
				work(['--output', folder.path(name)], { env: { FAULTLINE_STORAGE: folder.path(`s-${name}`) } }),
			),
		);
		assert.deepEqual(
			ends.map(({ code }) => code),
			[0, 0],
			ends[0]?.stderr,
		);
		const folders = ['a', 'b'].map(name => folder.path(name));
		const merged = await cli(['merge', ...folders]);
		const lines = merged.stdout.trim().split('\n');
		assert.deepEqual(
			lines.map(line => (JSON.parse(line) as { instance_id: string }).instance_id),
			[1, 2, 3, 4].map(at => `acme__tally-${at}`),
		);
		assert.match(lines[0] ?? '', /"found_files":\["tally\/clock\.py",/);
		const { done, results: places = [] } = (await status()) ?? {};
		assert.equal(done, 4);
		assert.ok(places.every(place => folders.includes(place.folder)));
		assert.equal(
			places.reduce((sum, { count }) => sum + count, 0),
			4,
		);
	});

	it('sets aside what is no job, with the reason, and works on the rest', async () => {
		await submit(1, '--yes');
		const { build = '' } = (await status()) ?? {};
		const name = writtenName({ name: 'issues', goal: 'locate', build });
		assert.notEqual(readName(name), undefined);
		const good = { instance: 'x', repository: 'acme/tally', commit: 'a'.repeat(40), strategy: 'rover', issue: 'y' };
		const connection = { host: '127.0.0.1', port: redis.port };
		const other = new Queue(name, { connection, prefix: 'faultline' });
		for (const data of [{ ...good, repository: '../../outside' }, { ...good, commit: '--upload-pack=id' }, ['x'], 7]) {
			await other.add('locate', data, { attempts: 3 });
		}
		const broken = await other.add('locate', good, { attempts: 3 });
		const strange = await other.add('locate', { ...good, command: 'id' }, { attempts: 3 });
		const lost = await other.add('locate', good);
		await redis.ask(async each => {
			await each.hset(`faultline:${name}:${broken.id}`, 'data', '{"instance": "x');
			await each.hset(`faultline:${name}:${strange.id}`, 'opts', '{"attempts":');
			await each.del(`faultline:${name}:${lost.id}`);
		});
		await other.close();

		const { code, stdout, stderr } = await work(['--lock-seconds', '1']);
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^1 done, 0 failed/);
		assert.equal(stderr.match(/A job was set aside: /g)?.length, 7, stderr);
		const { setAside = [], done } = (await status()) ?? {};
		assert.equal(done, 1);
		const noJob = 'A job consists of texts named instance, repository, commit, strategy, issue.';
		assert.deepEqual(
			setAside.map(({ reason }) => reason).sort(),
			[
				...Array.from({ length: 4 }, () => noJob),
				'Its commit is not the whole hash of a commit, in lower case.',
				'Its repository is not one such as owner/name.',
				'It has a field that no job has.',
			].sort(),
		);
	});

	it('sets aside an issue whose process crashes each time, until it is retried', async () => {
		await submit(3, '--yes', '--tries', '2', '--retry-seconds', '1');
		folder.write({
			crash: '',
			'crash.cjs': `
const { existsSync, readFileSync } = require('node:fs');
const at = process.argv.indexOf('--issue');
if (at !== -1 && existsSync(${JSON.stringify(folder.path('crash'))}) && readFileSync(process.argv[at + 1], 'utf8').includes('Reported as 2.')) {
	process.kill(process.pid, 'SIGKILL');
}`,
		});
		const env = { NODE_OPTIONS: `--require ${folder.path('crash.cjs')}` };
		const { stdout, stderr } = await work([], { env });
		assert.match(stdout, /^2 done, 1 failed/, stderr);
		assert.match(stderr, /acme__tally-2: a try failed, and is repeated later: Ended by SIGKILL/);
		const failed = await queue(['status']);
		assert.match(failed.stdout, /2 done, 1 set aside/);
		assert.match(failed.stdout, /set aside after 2 tries: acme__tally-2: Ended by SIGKILL\./);
		assert.doesNotMatch(await kept(), / at .*\.cjs|program\//);
		const merged = await cli(['merge', folder.path('output')]);
		assert.match(merged.stderr, /acme__tally-2 failed: Ended by SIGKILL/);

		rmSync(folder.path('crash'));
		assert.match((await queue(['retry'])).stdout, /^Returned 1 issue to the queue/);
		assert.match((await work([], { env })).stdout, /^1 done, 0 failed/);
		assert.match((await queue(['status'])).stdout, /3 done, 0 set aside/);
		assert.equal(results().length, 3);
	});

	it('gets no secret from the reason of a failure', async () => {
		await submit(1, '--yes', '--tries', '1');
		rmSync(folder.path('clones'), { recursive: true });
		const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const failed = await work(['--repositories', folder.path(token)]);
		assert.match(failed.stdout, /^0 done, 1 failed/);
		const { setAside = [] } = (await status()) ?? {};
		assert.match(setAside[0]?.reason ?? '', /^There is no clone of acme\/tally/);
		assert.ok(!(await kept()).includes(token));
	});

	it('ends a worker that cannot keep results, and gives its issue to another', async () => {
		await submit(1, '--yes');
		const { base_commit: commit } = JSON.parse(readFileSync(folder.path('issues.jsonl'), 'utf8')) as {
			base_commit: string;
		};
		// It is taken for the lock of another process, and cannot be read.
		const lock = folder.path('output', 'claims', `acme__tally-1.${commit}.lock`);
		mkdirSync(lock, { recursive: true });
		const { code, stderr } = await work();
		assert.equal(code, 1);
		assert.match(stderr, /EISDIR/);
		const { waiting, running, setAside } = (await status()) ?? {};
		assert.deepEqual([waiting, running, setAside], [1, 0, []]);
		rmSync(lock, { recursive: true });
		assert.match((await work()).stdout, /^1 done/);
	});

	it('keeps an issue with its worker for as long as that works on it', async () => {
		await submit(1, '--yes');
		const answers: ((answer: ScriptedAnswer) => void)[] = [];
		model.now.script(() => new Promise<ScriptedAnswer>(resolve => answers.push(resolve)));
		const words = [...modelWords(), '--lock-seconds', '1', '--until-empty'];
		const workers = [workerOf(words), workerOf(words)];
		await until(() => answers.length > 0);
		// The lock is renewed several times, each for a second.
		let [nRenewed, before] = [0, 0];
		await until(async () => {
			const left = await redis.ask(async connection => {
				const [lock = ''] = await connection.keys('faultline:*:lock');
				return connection.pttl(lock);
			});
			nRenewed += left > before ? 1 : 0;
			before = left;
			return nRenewed > 4;
		});
		assert.equal(workers.flatMap(({ running }) => running).length, 1);
		answers[0]?.(named);
		assert.deepEqual(await Promise.all(workers.map(({ ended }) => ended)), [0, 0]);
		assert.equal(answers.length, 1);
		assert.deepEqual(
			results().map(({ state, attempts }) => [state, attempts.length]),
			[['done', 1]],
		);
	});

	it('returns an issue at the end of its worker, and the next one continues its run', async () => {
		await submit(1, '--yes');
		const bodies: string[] = [];
		const asked = new Promise<void>(resolve => {
			model.now.script(body => {
				bodies.push(JSON.stringify(body.messages));
				if (bodies.length === 1) {
					return search;
				}
				resolve();
				return new Promise(() => undefined);
			});
		});
		const worker = workerOf(modelWords());
		await asked;
		worker.stop('SIGTERM');
		assert.equal(await worker.ended, 1);
		const { waiting, running } = (await status()) ?? {};
		assert.deepEqual([waiting, running], [1, 0]);

		bodies.length = 0;
		model.now.script(body => {
			bodies.push(JSON.stringify(body.messages));
			return named;
		});
		const { code, stderr } = await work(modelWords());
		assert.equal(code, 0, stderr);
		assert.match(bodies[0] ?? '', /search_code/);
		assert.deepEqual(
			results().map(({ state, attempts }) => [state, attempts.length]),
			[['done', 1]],
		);
	});

	it('waits for a server that is away, and states that', async () => {
		await submit(1, '--yes');
		const answers: ((answer: ScriptedAnswer) => void)[] = [];
		model.now.script(() => new Promise<ScriptedAnswer>(resolve => answers.push(resolve)));
		const worker = workerOf([...modelWords(), '--until-empty']);
		await until(() => answers.length > 0);
		await redis.kill();
		await until(() => worker.log.includes('does not answer any more: waiting for it.'));
		answers[0]?.(named);
		await until(() => worker.log.includes('acme__tally-1: done'));
		await redis.startAgain();
		assert.equal(await worker.ended, 0, worker.log);
		assert.match(worker.log, /answers again/);
		assert.deepEqual([(await status())?.done, answers.length], [1, 1]);
	});

	for (const [what, words] of [
		['that waits for more', []],
		['that ends with the queue', ['--until-empty']],
	] as const) {
		it(`ends a worker ${what} also while the server is away, and the issue is run once it is back`, async () => {
			await submit(1, '--yes');
			const asked = new Promise<void>(resolve => {
				model.now.script(() => {
					resolve();
					return new Promise(() => undefined);
				});
			});
			const worker = workerOf([...modelWords(), '--lock-seconds', '1', ...words]);
			await asked;
			await redis.kill();
			await until(() => worker.log.includes('does not answer any more: waiting for it.'));
			worker.stop('SIGTERM');
			assert.equal(await worker.ended, 1);
			await redis.startAgain();
			model.now.script(() => named);
			assert.match((await work([...modelWords(), '--lock-seconds', '1'])).stdout, /^1 done, 0 failed/);
			assert.equal(results().length, 1);
		});
	}

	it('reads the password of the server from the environment, and gives it to nothing that it runs', async () => {
		const password = 'canary-5e0d';
		await redis.kill();
		redis = await RedisServer.start(folder.path('locked'), ['--requirepass', password]);
		assert.match((await submit(1, '--yes')).stderr, /needs a password: set FAULTLINE_QUEUE_PASSWORD/);
		const wrong = await queue(['status'], { env: { FAULTLINE_QUEUE_PASSWORD: 'canary-wrong' } });
		assert.match(wrong.stderr, /refuses the password/);
		const inUrl = await cli(['queue', 'status', '--queue', redis.url.replace('//', `//:${password}@`)]);
		assert.match(inUrl.stderr, /contains a password/);

		folder.write({
			'look.cjs': `
if (process.argv.includes('--issue')) {
	require('node:fs').writeFileSync(${JSON.stringify(folder.path('seen.json'))}, JSON.stringify(process.env));
}`,
		});
		const env = { FAULTLINE_QUEUE_PASSWORD: password };
		const added = await queue(['submit', '--instances', folder.path('issues.jsonl'), '--yes'], { env });
		assert.match(added.stdout, /^Added 1 issue/, added.stderr);
		const done = await work(['--verbose'], { env: { ...env, NODE_OPTIONS: `--require ${folder.path('look.cjs')}` } });
		assert.match(done.stdout, /^1 done/, done.stderr);
		assert.match(readFileSync(folder.path('seen.json'), 'utf8'), /FAULTLINE_STORAGE/);
		const texts = [wrong, inUrl, added, done].flatMap(({ stdout, stderr }) => [stdout, stderr]);
		for (const text of [...texts, readFileSync(folder.path('seen.json'), 'utf8'), JSON.stringify(results())]) {
			assert.ok(!text.includes('canary-'), text);
		}
	});

	it('loses nothing and runs nothing twice where the server is full in mid-job, and states that', async () => {
		const file = writeQueuedIssues(folder.path(), 3);
		folder.write({ 'two.jsonl': readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n') });
		await queue(['submit', '--instances', folder.path('two.jsonl'), '--yes']);
		const submitAll = () => queue(['submit', '--instances', file, '--yes']);
		const answers: ((answer: ScriptedAnswer) => void)[] = [];
		model.now.script(() => new Promise<ScriptedAnswer>(resolve => answers.push(resolve)));
		const worker = workerOf([...modelWords(), '--until-empty', '--lock-seconds', '2']);
		await until(() => answers.length > 0);
		await redis.ask(connection => connection.config('SET', 'maxmemory', '1'));
		const full = await submitAll();
		assert.equal(full.code, 1);
		assert.match(full.stderr, /refuses what it is asked \(OOM [^)]*\): give it more memory \(maxmemory\), or remove/);
		assert.doesNotMatch(full.stderr, /Internal error/);
		answers[0]?.(named);
		await until(() => worker.log.includes('refuses what it is asked (OOM'));
		await redis.ask(connection => connection.config('SET', 'maxmemory', '0'));
		await until(() => answers.length > 1);
		answers[1]?.(named);
		assert.equal(await worker.ended, 0, worker.log);
		const { done, waiting, running } = (await status()) ?? assert.fail();
		assert.deepEqual([done, waiting, running, answers.length], [2, 0, 0, 2]);
		assert.equal(worker.log.split('(OOM').length, 2, worker.log);
		assert.match((await submitAll()).stdout, /^Added 1 issue/);
	});

	it('states that a replica takes no jobs', async () => {
		const options = ['--replicaof', '127.0.0.1', `${redis.port}`];
		const replica = await RedisServer.start(folder.path('replica'), options);
		try {
			const file = writeQueuedIssues(folder.path(), 1);
			const { code, stderr } = await cli(['queue', 'submit', '--instances', file, '--yes', '--queue', replica.url]);
			assert.equal(code, 1);
			assert.match(stderr, /\(READONLY [^)]*\): it is a replica, so give --queue the address of its primary/);
		} finally {
			await replica.kill();
		}
	});

	for (const [what, answer] of [
		['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
		['bytes', '\0\x01\r\n$99999999\r\n'],
		['the same for everything', '+OK\r\n'],
		['nothing for everything', '$-1\r\n'],
	] as const) {
		it(`states that a server is no Redis: it speaks ${what}`, async () => {
			const server = createServer(socket => {
				socket
					.on('error', () => undefined)
					.on('data', (bytes: Buffer) => {
						const nCommands = bytes.toString('latin1').match(/(?<![^\n])\*\d/g)?.length ?? 0;
						socket.write(answer.repeat(nCommands));
					});
			}).listen(0, '127.0.0.1');
			await once(server, 'listening');
			try {
				const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
				const { code, stderr } = await cli(['queue', 'status', '--queue', url]);
				assert.equal(code, 1);
				assert.match(stderr, /cannot be used \(.+\): start it, or correct --queue/);
				assert.doesNotMatch(stderr, /Internal error|\n\s+at /);
			} finally {
				server.close();
			}
		});
	}

	for (const words of [['status'], ['retry'], ['clear', '--yes'], ['submit', '--yes', '--instances', 'issues.jsonl']]) {
		it(`ends \`${words[0]}\` at Ctrl-C while the server is silent`, async () => {
			writeQueuedIssues(folder.path(), 1);
			let child: ChildProcess | undefined;
			const silent = createServer(socket => {
				socket.on('error', () => undefined).once('data', () => child?.kill('SIGINT'));
			}).listen(0, '127.0.0.1');
			await once(silent, 'listening');
			const { port } = silent.address() as AddressInfo;
			const { code, stderr } = await cli(['queue', ...words, '--queue', `redis://127.0.0.1:${port}`], {
				cwd: folder.path(),
				onStart: started => {
					child = started;
				},
			});
			silent.close();
			assert.equal(code, 1);
			assert.match(stderr, /Cancel/);
			assert.doesNotMatch(stderr, /cannot be used/);
		});
	}

	it('states what is wrong with a server or a command line before anything runs', async () => {
		const stopped = redis.url;
		await redis.kill();
		const unreachable = await cli(['queue', 'status', '--queue', stopped]);
		assert.equal(unreachable.code, 1);
		assert.match(unreachable.stderr, /cannot be used \(.*ECONNREFUSED.*\): start it, or correct --queue/);
		redis = await RedisServer.start(folder.path('other'), ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no']);
		const { stderr, stdout } = await queue(['status']);
		assert.match(stderr, /removes jobs when its memory is full \(allkeys-lru\): set maxmemory-policy noeviction/);
		assert.match(stderr, /no append file.*set appendonly yes/);
		assert.match(stdout, /has no queue/);

		const usage: [words: readonly string[], message: RegExp][] = [
			[[], /Usage: faultline queue submit\|work\|status/],
			[['work', '--strategy', 'tree'], /has no --strategy: a job has it from/],
			[['work', 'fix', '--output', 'x', '--repositories', 'y'], /requires a model/],
			[['work', '--execute'], /is about writing patches/],
			[['work', '--output', 'x'], /needs --output DIR.*--repositories DIR/],
			[['status', '--jobs', '2'], /queue status has no --jobs/],
			[['submit', 'explain', '--instances', 'x'], /takes locate or fix/],
			[['submit', '--name', 'a:b', '--instances', 'x'], /--name takes/],
			[['submit'], /needs --instances FILE/],
		];
		for (const [words, message] of usage) {
			const { code, stderr: text } = await queue(words);
			assert.equal(code, 2, text);
			assert.match(text, message);
		}
		assert.equal((await cli(['queue', 'status'])).code, 2);
	});

	it('connects with TLS to a server whose certificate this machine trusts, and to no other', async () => {
		await redis.kill();
		const certificate = makeCertificate(folder.path());
		redis = await RedisServer.start(folder.path('tls'), [], certificate);
		const refused = await submit(1, '--yes');
		assert.equal(refused.code, 1);
		assert.match(refused.stderr, /has no certificate that this machine trusts.*NODE_EXTRA_CA_CERTS/);
		const env = { NODE_EXTRA_CA_CERTS: certificate.cert };
		const added = await queue(['submit', '--instances', folder.path('issues.jsonl'), '--yes'], { env });
		assert.match(added.stdout, /^Added 1 issue/, added.stderr);
		const done = await work([], { env });
		assert.match(done.stdout, /^1 done/, done.stderr);
	});
});
