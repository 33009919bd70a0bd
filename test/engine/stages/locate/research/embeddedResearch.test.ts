import assert from 'node:assert/strict';
import { researcher } from '../../../../../src/engine/strategies/researcher/researcher';
import { workingMemoryOf } from '../../../../../src/runs/pure/fold/memory/workingMemory';
import { nodesOf, roundsOf } from '../../../../../src/runs/pure/fold/runTree';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { strategyRun } from '../../../strategies/strategyRun';

/** The timer of a lamp is armed when it is opened, and fires after the lamp was freed: nothing in a stack disarms it. */
const lamp = `#include "lamp.h"

struct lamp *lamp_alloc(void)
{
	struct lamp *lamp = kzalloc(sizeof(*lamp), GFP_KERNEL);

	return lamp;
}

static void lamp_blink(struct timer_list *timer)
{
	struct lamp *lamp = from_timer(lamp, timer, blinker);

	lamp->phase = !lamp->phase;
	lamp_write(lamp, lamp->phase);
}

void lamp_open(struct lamp *lamp)
{
	timer_setup(&lamp->blinker, lamp_blink, 0);
	mod_timer(&lamp->blinker, 100);
}

void lamp_release(struct lamp *lamp)
{
	kfree(lamp);
}
`;
const dimmer = `#include "lamp.h"

void dimmer_reset(struct lamp *lamp)
{
	lamp->phase = 0;
}
`;
const header = `struct lamp {
	struct timer_list blinker;
	int phase;
};
`;
const others = Object.fromEntries(
	['alpha', 'beta', 'gamma', 'delta'].map(name => [
		`drivers/${name}.c`,
		`int ${name}_read(int count)\n{\n\treturn count + 1;\n}\n`,
	]),
);
const report = `BUG: KASAN: slab-use-after-free in lamp_blink+0x12/0x40 drivers/lamp.c:14
Read of size 4 at addr ffff88810680be08 by task swapper/0

CPU: 0 PID: 0 Comm: swapper/0 Not tainted 6.1.0
Call Trace:
 <IRQ>
 dump_stack_lvl+0x49/0x63 lib/dump_stack.c:106
 lamp_blink+0x12/0x40 drivers/lamp.c:14
 call_timer_fn+0x3b/0x2a0 kernel/time/timer.c:1474
 </IRQ>

Freed by task 5820:
 kfree+0xf1/0x2c0 mm/slab_common.c:1007
 lamp_release+0x10/0x20 drivers/lamp.c:26
`;

/** `fan_stop_all` is in no frame. */
const fan = `#include "lamp.h"

static int fan_speed(struct fan *fan)
{
	return fan->ticks / fan->seconds;
}

static void fan_apply(struct fan *fan)
{
	fan_write(fan->port, fan_speed(fan));
}

static void fan_stop_all(struct fans *fans)
{
	fan_apply(fans->first);
}

void fan_release(struct fans *fans)
{
	fan_stop_all(fans);
}

void fan_list(struct fans *fans)
{
	show_all(fans);
}
`;
const inlinedReport = `divide error: 0000 [#1] PREEMPT SMP
RIP: 0010:fan_apply+0x12/0x40
Call Trace:
 <TASK>
 fan_release+0x3b/0x2a0
 </TASK>
`;

async function research(issue = report, more: Readonly<Record<string, string>> = {}) {
	const workspace = await memoryWorkspace({
		...others,
		...more,
		...{ 'drivers/lamp.c': lamp, 'drivers/dimmer.c': dimmer, 'drivers/lamp.h': header },
	});
	const { run, events } = await strategyRun({ strategy: researcher, workspace, issue: { title: '', body: issue } });
	assert.deepEqual([run.state, run.message], ['done', undefined]);
	return { run, events, workspace };
}

describe('deep research without a model', () => {
	it('follows the members of the failing line to functions on no stack', async () => {
		const { run } = await research();
		const names = run.selected.locations.map(({ file, method }) => `${file} ${method}`);
		assert.equal(names[0], 'drivers/lamp.c lamp_blink');
		assert.ok(names.includes('drivers/dimmer.c dimmer_reset'), names.join('\n'));
		const found = run.selected.locations.find(({ method }) => method === 'dimmer_reset');
		const assigned = found?.evidence.find(({ kind }) => kind === 'state');
		assert.match(assigned?.text ?? '', /^Assigns phase, which lamp_blink uses \(drivers\/lamp\.c:1[45]\)\.$/);
		assert.deepEqual(assigned?.codeLine, { file: 'drivers/dimmer.c', line: 5 });
		assert.deepEqual(found?.focus, [{ startLine: 5, endLine: 5 }]);
	});

	it('finds the function that the compiler inlined between two frames, and what the frames call', async () => {
		const { run } = await research(inlinedReport, { 'drivers/fan.c': fan });
		const names = run.selected.locations.map(({ method }) => method);
		assert.deepEqual(names.slice(0, 3).sort(), ['fan_apply', 'fan_release', 'fan_stop_all']);
		const inlined = run.selected.locations.find(({ method }) => method === 'fan_stop_all');
		const text = 'Called by fan_release and calls fan_apply, which follow each other on the stack (drivers/fan.c:15).';
		assert.ok(
			inlined?.evidence.some(each => each.text === text),
			JSON.stringify(inlined?.evidence),
		);
		assert.ok(names.includes('fan_speed'), names.join('\n'));
	});

	it('is a trajectory with a working memory', async () => {
		const { run } = await research();
		const [trajectory] = nodesOf(run).filter(({ kind }) => kind === 'trajectory');
		assert.equal(trajectory?.title, 'Trajectory 1');
		const rounds = roundsOf(run);
		const memory = workingMemoryOf(run, rounds.at(-1)?.id ?? '');
		const [first] = memory.entries;
		assert.deepEqual([first?.call.tool, first?.call.args.symbol, first?.step], ['search_definition', 'lamp_blink', 1]);
		assert.ok(
			memory.notes.some(note => /phase: .*dimmer_reset \(assigned, drivers\/dimmer\.c:5\)/.test(note)),
			memory.notes.join('\n'),
		);
		assert.ok(rounds.length <= 16, `${rounds.length} rounds`);
	});

	it('gives the same events each time, and nothing new when it is resumed', async () => {
		const first = await research();
		const second = await research();
		assert.deepEqual(second.events, first.events);
		const { events, workspace } = first;
		const resumed = await strategyRun({ strategy: researcher, workspace, events: events.slice(0, -1) });
		const added = resumed.events.slice(events.length - 1).map(({ type }) => type);
		assert.deepEqual(
			added.filter(type => !['runResumed', 'indexed', 'runEnded'].includes(type)),
			[],
		);
	});

	it('begins with what the embedded localizer suspects where there is no stack', async () => {
		const { run } = await research('The lamp does not blink: lamp_blink never changes its phase.');
		const [round] = roundsOf(run);
		assert.equal(round?.title, 'Read the first suspects');
		assert.ok(run.selected.locations.some(({ method }) => method === 'lamp_blink'));
	});

	it('names nothing where nothing is suspected', async () => {
		const { run } = await research('???');
		assert.deepEqual(run.selected.locations, []);
	});
});
