import assert from 'node:assert/strict';
import type { CodeModel } from '../../../../src/code/pure/calls/codeModel';
import type { Ranked } from '../../../../src/localizer/pure/additive/rankedCode';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import { explainPlaces } from '../../../../src/research/pure/eval/explainedPlaces';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const texts = {
	'a/clock.py':
		'class Clock:\n    def minutes(self, start):\n        return parse(start)\n\n    def reset(self):\n        pass\n',
	'a/parse.py': 'def parse(text):\n    return int(text)\n\ndef show(text):\n    return text\n',
	'test_clock.py': 'from a.clock import Clock\n\ndef test_minutes():\n    Clock().minutes("1")\n',
};
const body = 'Clock.minutes is wrong\n\n`Clock.minutes` of a text gives a wrong number.';
const issue: Issue = { title: 'Clock.minutes is wrong', body, source: { kind: 'text' } };

describe('the explanation of a ranking', () => {
	it('has contributions that add up to the scores, of what was fixed and of what is first', async () => {
		const workspace = await memoryWorkspace(texts);
		const log = RunLog.start(nullRunStore, { now: () => 0 }, 'r');
		await log.emit(rootNode, { type: 'runStarted', runId: 'r', issue, engine: 'embedded', workspace: [], version: '' });
		await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
		const found: (readonly [CodeModel, Ranked])[] = [];
		await locateEmbedded(log, rootNode, workspace, { onRanked: (ranked, { model }) => found.push([model, ranked]) });
		const [located] = found;
		assert.ok(located !== undefined);
		const gold = { modules: [], classes: [], added: [], countsFunctions: true };
		const places = { files: ['a/parse.py'], functions: ['a/parse.py:parse'] };
		const { gold: fixed, others } = explainPlaces(...located, { ...gold, ...places });
		assert.deepEqual(
			[fixed.map(({ id }) => id), others[0]?.id, others[0]?.rank],
			[['a/parse.py:parse'], 'a/clock.py:Clock.minutes', 1],
		);
		for (const { contributions, score, id } of [...fixed, ...others]) {
			const sum = contributions.reduce((total, each) => total + each.score, 0);
			assert.ok(score !== undefined && Math.abs(sum - score) < 1e-9, `${id}: ${sum} and ${score}`);
		}
		assert.ok(fixed[0]?.contributions.some(({ feature, value }) => feature.startsWith('calls') && value !== undefined));
		const inFile = explainPlaces(...located, { ...gold, files: ['a/clock.py'], functions: [] });
		assert.deepEqual(
			inFile.gold.map(({ id }) => id),
			['a/clock.py:Clock.minutes'],
		);
	});
});
