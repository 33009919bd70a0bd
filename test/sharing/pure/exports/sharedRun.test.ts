import assert from 'node:assert/strict';
import type { RunEvent, RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import type { Culprit } from '../../../../src/runs/pure/model/culprit';
import { type ExportFormat, exportFormats } from '../../../../src/sharing/pure/exports/exportRun';
import { redactionLines } from '../../../../src/sharing/pure/exports/redactionText';
import { sharedRun } from '../../../../src/sharing/pure/exports/sharedRun';
import { exampleCulprit } from '../../../support/exampleCulprit';
import { exampleEvents, exampleSteps } from '../../../support/exampleRun';
import { judgedEvents } from '../../../support/judgedRun';
import { patchOf } from '../../../support/patchRun';
import { numbered, runStarted } from '../../../support/runEvents';
import { exported, hiding, noRules, runsToShare } from '../../../support/sharedRuns';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const password = 'tU7wq9zLmP3xR5vK';
const hiddenLine = 'board_salaries = load()';
const homes = ['/home/alice', '/Users/bob', 'C:\\Users\\carol', '/data/people/me', '/root'];
/** Every text that may be in no export. */
const canaries = [token, password, hiddenLine, 'secret.env', ...homes.map(home => `${home}/`), 'alice', 'carol'];

const place = { file: 'conf/secret.env', startLine: 1, endLine: 2 };

function leakingCulprit(everything: string): Culprit {
	const lines = [
		{ file: place.file, line: 1, text: hiddenLine },
		{ file: 'a.py', line: 1, text: everything },
	];
	return { ...exampleCulprit, subject: everything, lines };
}

/** A run with a canary in every kind of text. */
function canaryEvents(): RunEvent[] {
	const everything = `${homes.map(home => `in ${home}/code`).join(', ')} DB_PASSWORD="${password}" ${token}`;
	const bodies: (readonly [string, RunEventBody])[] = [
		[
			'run',
			{
				...runStarted('20260101-000000-000-cana', `It fails in /home/alice/code/a.py`),
				...{ workspace: ['/srv/work/shop'], goal: 'fix' },
				issue: {
					title: 'It fails in /home/alice/code/a.py',
					body: everything,
					source: { kind: 'file', ref: '/root/i.md' },
				},
			},
		],
		['r1', { type: 'nodeOpened', parent: 'run', key: 'round', kind: 'round', title: `Reading ${token}` }],
		['r1', { type: 'reasoned', text: `I saw ${password} in conf/secret.env.\nThen ${everything}` }],
		['r1', { type: 'toolCalled', call: 'c1', tool: 'read', args: { file: 'conf/secret.env', what: everything } }],
		['r1', { type: 'toolAnswered', call: 'c1', ok: true, text: `conf/secret.env\n1 ${hiddenLine}`, places: [place] }],
		['r1', { type: 'toolCalled', call: 'c2', tool: 'read', args: { file: 'a.py' } }],
		['r1', { type: 'toolAnswered', call: 'c2', ok: true, text: `/srv/work/shop/a.py\n${everything}`, places: [] }],
		[
			'r1',
			{
				...{ type: 'modelAsked', request: 'r1.m1', purpose: 'look', tools: [], form: 'tools', sent: ['m1'] },
				fresh: {
					m1: { role: 'user', text: `conf/secret.env:\n${hiddenLine}` },
					m2: { role: 'system', text: everything },
				},
			},
		],
		[
			'r1',
			{
				...{ type: 'modelAnswered', request: 'r1.m1', text: everything, finish: 'done' },
				toolCalls: [{ id: 'a', name: 'read', arguments: JSON.stringify({ what: everything }) }],
				usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, isEstimated: false },
			},
		],
		['r1', { type: 'noted', text: everything }],
		['r1', { type: 'nodeClosed', summary: everything }],
		['r1', { type: 'stepped', output: { all: everything } }],
		[
			'run',
			{
				type: 'locationsNamed',
				locations: [
					{ ...place, id: 'x', intendedBehavior: hiddenLine, score: 1, evidence: [] },
					{
						...{ id: 'y', file: 'a.py', startLine: 1, endLine: 2, intendedBehavior: everything, score: 0.5 },
						evidence: [
							{ kind: 'words', text: everything },
							{ kind: 'calls', text: 'Called from conf/secret.env', codeLine: { file: place.file, line: 1 } },
						],
					},
				],
				ranking: { files: [place.file, 'a.py'], modules: [], functions: [`${place.file}:f`, 'a.py:g'] },
			},
		],
		['run', { type: 'culpritFound', culprit: leakingCulprit(everything) }],
		...judgedEvents([
			{
				...{ id: 'p1', reproducer: 'passed' },
				patch: patchOf('p1', {
					path: 'a.py',
					before: `# rest of the file: ${hiddenLine}\n${'\n'.repeat(20)}a\n`,
					after: `# rest of the file: ${hiddenLine}\n${'\n'.repeat(20)}${token}\n/home/alice/x\n`,
				}),
			},
			{
				...{ id: 'p2', reproducer: 'passed' },
				patch: patchOf('p2', { path: place.file, before: 'a\n', after: `${hiddenLine}\n` }),
			},
		])
			.slice(1)
			.map(body => ['run', body] as const),
	];
	return bodies.map(([node, body], at) => ({ v: 2, seq: at + 1, at: at + 1, node, ...body }));
}

describe('a run that is shared', () => {
	const rules = { hidden: hiding('secret.env'), homes: ['/data/people/me'] };

	for (const format of exportFormats) {
		it(`has no secret, no hidden file and no home folder as ${format}`, async () => {
			const text = await exported(canaryEvents(), format, rules.hidden);
			for (const canary of canaries) {
				const escaped = JSON.stringify(canary).slice(1, -1);
				assert.ok(!text.includes(canary) && !text.includes(escaped), `${format}: ${contextOf(text, canary)}`);
			}
			assert.ok(text.includes('~/code'), 'the rest of the paths is kept');
		});
	}

	it('has all of these canaries before', () => {
		const text = JSON.stringify(canaryEvents());
		for (const canary of canaries) {
			assert.ok(text.includes(JSON.stringify(canary).slice(1, -1)), canary);
		}
	});

	it('reports what was changed, how often and where', () => {
		const { redactions } = sharedRun(canaryEvents(), rules);
		const lines = redactionLines(redactions);
		assert.match(lines.join('\n'), /^Removed: GitHub token, \d+ times \(issue, /m);
		assert.match(lines.join('\n'), /^Replaced: home folder, \d+ times \(issue, .*answers of tools/m);
		assert.match(lines.join('\n'), /^Replaced: folder of the workspace, 2 times \(issue, answers of tools\)$/m);
		assert.ok(lines.includes('Left out: patch that changes a hidden file, once (patches)'));
		assert.ok(lines.includes('Left out: location in a hidden file, once (locations)'));
		assert.ok(lines.includes('Left out: line of a hidden file, once (commits)'));
		assert.ok(lines.includes('Left out: whole files around a patch, once (patches)'));
		assert.deepEqual(
			lines.map(line => line.split(':')[0]),
			[...lines.map(line => line.split(':')[0] ?? '')].sort((a, b) => order(a) - order(b)),
		);
	});

	it('keeps a complete tree, the other locations and the other patches', () => {
		const { run } = sharedRun(canaryEvents(), rules);
		assert.deepEqual(
			run.selected.locations.map(({ id, evidence }) => [id, evidence.length]),
			[['y', 1]],
		);
		assert.deepEqual(run.selected.ranking.functions, ['a.py:g']);
		assert.deepEqual(
			run.nodes.run?.patches.map(({ id, isExcerpt }) => [id, isExcerpt]),
			[['p1', true]],
		);
		assert.deepEqual(run.workspace, ['shop']);
		const { commit, lines } = run.culprit ?? {};
		assert.deepEqual([commit, lines?.map(({ file }) => file)], [exampleCulprit.commit, ['a.py']]);
		assert.equal(run.nodes.r1?.calls[0]?.answer?.text, '[left out: hidden file]');
	});

	it('is the run as it was where nothing has to be changed', async () => {
		for (const [name, events] of Object.entries(await runsToShare())) {
			const { run, redactions } = sharedRun(events, { hidden: noRules, homes: [] });
			const whole = foldRun(events);
			assert.deepEqual(run.selected.locations, whole.selected.locations, name);
			assert.deepEqual(Object.keys(run.nodes), Object.keys(whole.nodes), name);
			assert.deepEqual(
				redactions.filter(({ what }) => what !== 'whole files around a patch' && what !== 'folder of the workspace'),
				[],
				name,
			);
		}
	});

	it('keeps relative paths and words that look like home folders', async () => {
		const text =
			'src/home/index.ts, /homepage, a/Users/x.py, https://example.org/home/alice/x, ~/home/x, /rooted, root';
		const [started, ...others] = exampleSteps;
		const noted = ['run', { type: 'noted', text }] as const;
		const events = exampleEvents([started, noted, ...others] as typeof exampleSteps);
		const { run } = sharedRun(events, { hidden: noRules, homes: [] });
		assert.deepEqual(run.nodes.run?.notes, [text]);
	});

	it('has nothing that the user removed from the issue, in all formats', async () => {
		const removed = 'Acme buys the shop for a price of 9 million.';
		const brief = { codeBlocks: [], tracebacks: [], names: [], strings: [removed], paths: [], expectations: [removed] };
		const events = numbered([
			{
				...runStarted('20260101-000000-000-edit', 'A basket fails'),
				issue: { title: 'A basket fails', body: `${removed}\nIt uses first_price.`, source: { kind: 'text' } },
			},
			{ type: 'briefMade', brief: { ...brief, title: 'A basket fails', prose: removed } },
			{
				type: 'locationsNamed',
				locations: [
					{
						...{
							id: 'y',
							file: 'a.py',
							startLine: 1,
							endLine: 2,
							intendedBehavior: removed,
							fromIssue: removed,
							score: 1,
						},
						evidence: [{ kind: 'words', text: 'Shares words', issueLine: 1 }],
					},
				],
				ranking: { files: [], modules: [], functions: [] },
			},
			{ type: 'paused', reason: 'review', text: `A basket fails\n${removed}\nIt uses first_price.` },
			{
				type: 'briefMade',
				brief: {
					...brief,
					strings: [],
					expectations: [],
					title: 'A basket fails',
					prose: '',
					edited: 'A basket fails\n\nIt uses first_price.',
				},
			},
			{ type: 'runEnded', outcome: 'done' },
		]);
		for (const format of exportFormats satisfies readonly ExportFormat[]) {
			const text = await exported(events, format);
			assert.ok(!text.includes('Acme'), `${format}: ${contextOf(text, 'Acme')}`);
			assert.ok(text.includes('first_price'), format);
		}
	});
});

function order(word: string): number {
	return ['Removed', 'Replaced', 'Left out'].indexOf(word);
}

function contextOf(text: string, canary: string): string {
	const at = text.indexOf(canary);
	return `${canary}: ...${text.slice(Math.max(0, at - 120), at + 60)}`;
}
