import { counted } from '../../core/model/counted';
import type { Run } from '../../core/model/run/run';
import { type ShownTestRun, shownTestRuns } from '../../core/model/shownTestRuns';
import { type Item, leaf } from './item';

/** The newest run of the tests, and the earlier ones folded. */
export function testItems(run: Run): Item[] {
	const [newest, ...earlier] = shownTestRuns(run);
	if (newest === undefined) {
		return [];
	}
	const nRuns = run.testRuns.length;
	const text = counted(earlier.length, 'earlier test run');
	const fold: Item = {
		id: 'tests:earlier',
		label: text,
		content: { kind: 'fold', text },
		startsOpen: false,
		children: earlier.map((ran, at) => testItem(ran, nRuns - 1 - at)),
	};
	return [testItem(newest, nRuns), ...(earlier.length === 0 ? [] : [fold])];
}

/** `number`: from 1 for the oldest. */
function testItem({ text, command, verdict }: ShownTestRun, number: number): Item {
	const label = `${text}: ${command}`;
	return leaf(`tests:${number}`, label, { kind: 'ran', text: label, verdict });
}
