import assert from 'node:assert/strict';
import { UserError } from '../../src/system/pure/errors/userError';
import { eventually } from './eventually';
import { issue, type Locate, locateExample, oneRound, type RunParts, type RunPartsOptions, runParts } from './runParts';

/** Does one round, then waits to be cancelled. */
const locateUntilCancelled: Locate = async (log, { signal }) => {
	await oneRound(log);
	signal.throwIfAborted();
	await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

describe('RunController', () => {
	const made: RunParts[] = [];

	function make(options: RunPartsOptions): RunParts {
		const parts = runParts(options);
		made.push(parts);
		return parts;
	}

	afterEach(() => Promise.all(made.splice(0).map(parts => parts.dispose())));

	it('keeps a run from its start to its end, and shows it', async () => {
		const { controller, shown, runs } = make({ locate: locateExample });
		await controller.start(issue);
		assert.equal(shown.run?.state, 'done');
		assert.equal(shown.run.selected.locations.length, 2);
		assert.deepEqual(shown.run.index, { nFiles: 1, nSymbols: 1 });
		const [summary] = await runs.list();
		assert.equal(summary?.title, issue.title);
		assert.equal(summary.nLocations, 2);
		assert.deepEqual(controller.session, { live: false, pausing: false, resumable: false });
	});

	it('does not count time in which it waited for the user as its work', async () => {
		const { controller, shown } = make({
			locate: async (log, context) => {
				const round = await oneRound(log);
				await log.emit(round, { type: 'paused', reason: 'review' });
				await new Promise(resolve => setTimeout(resolve, 30));
				await log.emit(round, { type: 'unpaused' });
				await locateExample(log, context);
			},
		});
		const worked: number[] = [];
		controller.onDidEnd(({ workedMs }) => worked.push(workedMs));
		const times: number[] = [];
		shown.onDidShow(() => shown.onDidChange(({ type, at }) => type.endsWith('paused') && times.push(at)));
		await controller.start(issue);
		const [pausedAt = 0, unpausedAt = 0] = times;
		const { startedAt = 0, updatedAt = 0 } = shown.run ?? {};
		assert.ok(unpausedAt > pausedAt);
		assert.deepEqual(worked, [updatedAt - startedAt - (unpausedAt - pausedAt)]);
	});

	it('renames the run that is live, the one that is shown, and any other', async () => {
		const { controller, shown, runs } = make({ locate: locateUntilCancelled });
		const titles = async () => (await runs.list()).map(({ title }) => title);
		const ended = controller.start(issue);
		await eventually(() => shown.run?.nodes.n1);
		const id = shown.run?.id ?? '';
		await controller.rename(id, ' live\n run ');
		assert.equal(shown.run?.title, 'live run');
		controller.cancel();
		await ended;
		assert.deepEqual(await titles(), ['live run']);
		await controller.rename(id, 'shown run');
		assert.equal(shown.run?.title, 'shown run');
		shown.show(undefined);
		await controller.rename(id, 'other run');
		assert.deepEqual(await titles(), ['other run']);
		await assert.rejects(controller.rename(id, ' '), UserError);
	});

	it('keeps the results of a cancelled run, and can continue it', async () => {
		const { controller, shown } = make({ locate: locateUntilCancelled });
		const ended = controller.start(issue);
		await eventually(() => shown.run?.nodes.n1);
		assert.deepEqual(controller.session, { live: true, pausing: false, resumable: false });
		controller.cancel();
		await ended;
		assert.equal(shown.run?.state, 'cancelled');
		assert.deepEqual(controller.session, { live: false, pausing: false, resumable: true });
	});

	it('leaves a run alone while another window works on it', async () => {
		const first = make({ locate: locateUntilCancelled });
		const ended = first.controller.start(issue);
		await eventually(() => first.shown.run?.nodes.n1);
		const id = first.shown.run?.id ?? '';
		const second = first.another();
		made.push(second);
		await second.controller.open(id);
		assert.equal(second.shown.run?.state, 'running');
		assert.equal(second.controller.session.resumable, false, 'while the first window works on it');
		await assert.rejects(second.controller.resume(id), UserError);
		first.controller.cancel();
		await ended;
		await second.controller.open(id);
		assert.equal(second.controller.session.resumable, true);
	});

	it('resumes a cancelled run to its end', async () => {
		let calls = 0;
		const locate: Locate = (...args) => (++calls === 1 ? locateUntilCancelled(...args) : locateExample(...args));
		const { controller, shown } = make({ locate });
		const ended = controller.start(issue);
		await eventually(() => shown.run?.nodes.n1);
		controller.cancel();
		await ended;
		await controller.resume(shown.run?.id ?? '');
		assert.equal(shown.run?.state, 'done');
		assert.equal(shown.run.selected.locations.length, 2);
	});

	it('continues a run whose window crashed', async () => {
		const dying = make({ locate: locateUntilCancelled });
		void dying.controller.start(issue);
		await eventually(() => dying.shown.run?.nodes.n1);
		const id = dying.shown.run?.id ?? '';
		await dying.runs.close();
		const next = dying.another({ locate: locateExample });
		made.push(next);
		await next.controller.open(id);
		assert.equal(next.shown.run?.state, 'running');
		assert.deepEqual(next.controller.session, { live: false, pausing: false, resumable: true });
		await next.controller.resume(id);
		assert.equal(next.shown.run?.state, 'done');
		assert.equal(next.shown.run.selected.locations.length, 2);
	});

	it('runs one at a time', async () => {
		const { controller, shown } = make({ locate: locateUntilCancelled });
		const ended = controller.start(issue);
		await assert.rejects(controller.start(issue), /already active/);
		await eventually(() => shown.run);
		controller.cancel();
		await ended;
		await assert.rejects(make({ locate: locateExample }).controller.resume('no-such-run'), UserError);
	});

	it('ends a run as failed with a message for the user, and logs the rest', async () => {
		const broken = make({ locate: () => Promise.reject(new TypeError('x is undefined')) });
		await broken.controller.start(issue);
		assert.equal(broken.shown.run?.state, 'failed');
		assert.match(broken.shown.run.message ?? '', /^Internal error: x is undefined\. /);
		assert.match(broken.log.lines.join('\n'), /error: .*TypeError/);
		const failing = make({ locate: () => Promise.reject(new UserError('Do this instead.')) });
		await failing.controller.start(issue);
		assert.equal(failing.shown.run?.message, 'Do this instead.');
	});

	it('reports that there is no code', async () => {
		const { controller, shown } = make({ locate: locateExample, texts: { 'notes.txt': 'words' } });
		await controller.start(issue);
		assert.equal(shown.run?.state, 'failed');
		assert.match(shown.run.message ?? '', /no code here/);
	});

	it('keeps the verdict of the user on a location', async () => {
		const { controller, shown, runs } = make({ locate: locateExample });
		await controller.start(issue);
		const [location] = shown.run?.selected.locations ?? [];
		const id = location?.id ?? '';
		await controller.judge(id, 'locationDismissed');
		await controller.judge(id, 'locationDismissed');
		await controller.judge('no such location', 'locationDismissed');
		assert.deepEqual(shown.run?.dismissed, [id]);
		const events = await runs.read(shown.run?.id ?? '');
		assert.equal(events.filter(({ type }) => type === 'locationDismissed').length, 1);
		await controller.judge(id, 'locationRestored');
		assert.deepEqual(shown.run?.dismissed, []);
	});

	it('shows nothing more of a run that was removed', async () => {
		const { controller, shown, runs } = make({ locate: locateExample });
		await controller.start(issue);
		await controller.remove(shown.run?.id ?? '');
		assert.equal(shown.run, undefined);
		assert.deepEqual(await runs.list(), []);
	});
});
