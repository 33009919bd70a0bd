import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Culprit } from '../../../../src/runs/pure/model/culprit';
import type { ExecutedFunctionLine } from '../../../../src/runs/pure/model/location';
import { exampleCulprit } from '../../../support/exampleCulprit';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const body = 'The total of an order is wrong when it has a discount.';
const code = (name: string) => `def ${name}(order, discount):\n    """The total of an order."""\n    return order\n`;

describe('what a reproducer called', () => {
	const locate = async (called: readonly ExecutedFunctionLine[], text = body, culprit?: Culprit) => {
		const issue = { title: 'Wrong total of an order', body: text, source: { kind: 'text' } } as const;
		const workspace = await memoryWorkspace({ 'cart.py': code('order_total'), 'report.py': code('order_total') });
		const log = RunLog.start(nullRunStore, { now: () => 0 }, 'a');
		const started = { runId: 'a', issue, engine: 'embedded', workspace: [], version: '0' };
		await log.emit(rootNode, { type: 'runStarted', ...started });
		await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
		await (culprit && log.emit(rootNode, { type: 'culpritFound', culprit }));
		await locateEmbedded(log, rootNode, workspace, { called });
		const { locations, ranking } = log.run.selected;
		const ran = locations.filter(({ evidence }) => evidence.some(({ text }) => text === 'Ran in the reproducer.'));
		const evidence = locations.flatMap(location => location.evidence.map(each => `${location.file} ${each.text}`));
		return { functions: ranking.functions, ran: ran.map(({ file }) => file), evidence };
	};

	it('comes before what it did not call, which is not dropped', async () => {
		const { functions, ran } = await locate([]);
		assert.deepEqual([functions, ran], [['cart.py:order_total', 'report.py:order_total'], []]);
		const called = await locate([{ file: 'report.py', line: 1 }]);
		assert.deepEqual([called.functions, called.ran], [['report.py:order_total', 'cart.py:order_total'], ['report.py']]);
	});

	it('comes first where the commit that broke it changed it, unless its line has changed since', async () => {
		const lines = [{ file: 'report.py', line: 3, text: 'return order' }];
		const broken = await locate([{ file: 'cart.py', line: 1 }], body, { ...exampleCulprit, lines });
		assert.deepEqual(broken.functions, ['report.py:order_total', 'cart.py:order_total']);
		assert.ok(broken.evidence.includes('report.py Added by abc1234567; the test passes before it.'));
		const changed = { ...exampleCulprit, lines: lines.map(each => ({ ...each, text: 'return 0' })) };
		assert.deepEqual(await locate([], body, changed), await locate([]));
	});

	it('changes nothing where it is no function', async () => {
		const before = await locate([]);
		assert.deepEqual(
			await locate([
				{ file: 'cart.py', line: 99 },
				{ file: 'gone.py', line: 1 },
			]),
			before,
		);
	});

	it('comes first in the order of a trace of its calls, also before the frame that raised the error', async () => {
		const output =
			'Traceback (most recent call last):\n  File "cart.py", line 3, in order_total\nValueError: wrong total\n';
		const traced = (file: string, score: number) => ({ file, line: 1, score, isTraced: true }) as const;
		const rank = async (called: readonly ExecutedFunctionLine[]) => (await locate(called, output)).functions[0];
		assert.equal(await rank([]), 'cart.py:order_total');
		assert.equal(await rank([traced('report.py', 0.9), traced('cart.py', 0.8)]), 'report.py:order_total');
	});
});
