import type { NamedLines } from './namedThings';
import type { ReplayedCall } from './replayedCall';

interface Row {
	failedThen: number;
	nameExisting: number;
	succeedNow: number;
	leadNow: number;
	lostStill: number;
	succeededThen: number;
	failNow: number;
	otherFile: number;
}

/** The table of the benchmark: a row for each tool and one for all. */
export function printReport(replayed: readonly ReplayedCall[]): void {
	const tools = [...new Set(replayed.map(({ call }) => call.func_name))].sort();
	const rows = tools.map(tool => [tool, count(replayed.filter(({ call }) => call.func_name === tool))] as const);
	console.table(Object.fromEntries([...rows, ['all', count(replayed)]]));
	console.table(countRules(replayed));
	const sizes = replayed.map(({ answer }) => answer.text.length).sort((a, b) => a - b);
	const [median, p95, most] = [0.5, 0.95, 1].map(part => sizes[Math.ceil(part * sizes.length) - 1]);
	console.log(`Characters in an answer: median ${median}, 95th percentile ${p95}, most ${most}.`);
	const all = count(replayed);
	const share = (100 * (all.succeedNow + all.leadNow)) / all.nameExisting;
	console.log(
		`Of ${all.failedThen} calls that failed, ${all.nameExisting} name something that exists: ` +
			`${share.toFixed(1)} % of them now succeed or lead to it. ` +
			`Of ${all.succeededThen} that succeeded, ${all.failNow} now fail.`,
	);
}

/** The calls that are still lost, and those that were not before, each with what it names. */
export function printLost(replayed: readonly ReplayedCall[]): void {
	for (const { call, answer, thing, isLed, isSameFile } of replayed) {
		const isLost = call.call_ok ? !answer.ok || !isSameFile : thing !== undefined && !isLed;
		if (isLost) {
			const where = thing === undefined ? 'nothing' : `${thing.rule} ${place(thing.lines[0])} of ${thing.lines.length}`;
			const then = call.call_ok ? 'succeeded' : 'failed';
			console.log(
				`${call.instance_id} ${call.func_name}(${JSON.stringify(call.arguments)}) ${then} then; names ${where}`,
			);
			console.log(`    ${answer.ok ? 'ok' : 'failed'}: ${answer.text.slice(0, 400).replaceAll('\n', '\n    ')}\n`);
		}
	}
}

function count(replayed: readonly ReplayedCall[]): Row {
	const failed = replayed.filter(({ call }) => !call.call_ok);
	const existing = failed.filter(({ thing }) => thing !== undefined);
	const led = existing.filter(({ isLed }) => isLed);
	const succeeded = replayed.filter(({ call }) => call.call_ok);
	return {
		failedThen: failed.length,
		nameExisting: existing.length,
		succeedNow: led.filter(({ answer }) => answer.ok).length,
		leadNow: led.filter(({ answer }) => !answer.ok).length,
		lostStill: existing.length - led.length,
		succeededThen: succeeded.length,
		failNow: succeeded.filter(({ answer }) => !answer.ok).length,
		otherFile: succeeded.filter(({ isSameFile }) => !isSameFile).length,
	};
}

/** By what the failed calls name, from the nearest thing to the farthest. */
function countRules(
	replayed: readonly ReplayedCall[],
): Record<string, Pick<Row, 'succeedNow' | 'leadNow' | 'lostStill'>> {
	const failed = replayed.filter(({ call, thing }) => !call.call_ok && thing !== undefined);
	const rules = [...new Set(failed.map(({ thing }) => thing?.rule ?? ''))].sort();
	const rows = rules.map(rule => {
		const { succeedNow, leadNow, lostStill } = count(failed.filter(({ thing }) => thing?.rule === rule));
		return [rule, { succeedNow, leadNow, lostStill }] as const;
	});
	return Object.fromEntries(rows);
}

function place(lines: NamedLines | undefined): string {
	return lines === undefined ? '' : `${lines.file}:${lines.startLine}`;
}
