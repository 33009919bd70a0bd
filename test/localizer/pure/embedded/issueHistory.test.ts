import assert from 'node:assert/strict';
import { fileHistory } from '../../../../src/history/pure/fileHistory';
import { NoHistoryError } from '../../../../src/history/pure/history';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { RankedCode } from '../../../../src/localizer/pure/additive/rankedCode';
import { rankingWeights } from '../../../../src/localizer/pure/additive/rankingWeights';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { Suspiciousness } from '../../../../src/localizer/pure/ranking/suspiciousness';
import { nameIssue, shop } from '../../../engine/stages/locate/shop';
import { type MadeCommit, MadeHistory } from '../../../history/pure/historyProject';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun, resumeRun } from './locateRun';

const patch = '@@ -1 +1 @@\n-a\n+b';
const commits: readonly MadeCommit[] = [
	{ message: nameIssue.title, changes: { 'shop/stock.py': patch } },
	{ message: 'Add the shop', changes: { 'shop/rates.py': patch } },
];

class NoHistory extends MadeHistory {
	override async readyIndex(): Promise<undefined> {
		throw new NoHistoryError('This folder is in no git repository.');
	}
}

const whole = new MadeHistory(commits);
const unready = new MadeHistory(commits, { state: { nCommits: 9 } });

describe('the history of the code, where places are ranked', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	const reasoned = async (history: Workspace['history']) => {
		const { run, events } = await locateRun({ ...workspace, ...(history && { history }) }, nameIssue);
		const texts = events.flatMap(event => (event.type === 'reasoned' ? event.text : []));
		return { text: texts.at(-1) ?? '', run, events };
	};

	it('counts where all of it is indexed, and the run says so', async () => {
		const { text, run } = await reasoned(whole);
		assert.match(text, /the tests, the calls and similar commits, each by what it was worth/);
		const features = run.selected.locations.flatMap(({ contributions = [] }) => contributions.map(each => each.text));
		assert.ok(features.includes('Similar commits and how often its file is changed'), `${features}`);
	});

	it('is not made for it: the run says that it is not ready', async () => {
		const { text, run } = await reasoned(unready);
		assert.match(text, /Similar commits did not count, as the history of the code is not indexed yet\.$/);
		assert.deepEqual(run.selected.ranking, (await reasoned(undefined)).run.selected.ranking);
	});

	it('is not mentioned where there is none', async () => {
		assert.deepEqual((await reasoned(new NoHistory(commits))).text, (await reasoned(undefined)).text);
	});

	it('counts in a run that continues only where it did before', async () => {
		const { events, run } = await reasoned(unready);
		const first = events.findIndex(({ type }) => type === 'locationsNamed');
		const resumed = await resumeRun({ ...workspace, history: whole }, events.slice(0, first));
		assert.deepEqual(resumed.run.selected.ranking, run.selected.ranking);
	});

	it('adds to the score of a function what it adds', async () => {
		const suspiciousness = await Suspiciousness.of(makeBrief(nameIssue, workspace.parser.languages), workspace);
		const context = { packages: [], nFrames: 0, nFramesHere: 0 };
		const alone = RankedCode.of(suspiciousness, workspace, rankingWeights, context);
		const index = (await whole.readyIndex()) ?? assert.fail();
		suspiciousness.addHistory(fileHistory(index, nameIssue.title));
		const both = RankedCode.of(suspiciousness, workspace, rankingWeights, context);
		const { model } = suspiciousness;
		for (let at = 0; at < model.nFunctions; at++) {
			const added = both
				.contributionsOf(at)
				.reduce((sum, { feature, score }) => sum + (feature.startsWith('history: ') ? score : 0), 0);
			assert.ok(Math.abs((both.scoreOf(at) ?? 0) - (alone.scoreOf(at) ?? 0) - added) < 1e-9);
		}
		const refill = model.functionsIn(model.filePosition('shop/stock.py'))[0] ?? assert.fail();
		assert.ok((both.scoreOf(refill) ?? 0) > (alone.scoreOf(refill) ?? 0));
	});
});
