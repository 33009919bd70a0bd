import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import type { CrashVerdict } from '../../../../src/runs/pure/model/testing/crashCheck';
import type { OwnCommands } from '../../../../src/sandbox/pure/execution/ownCommands';
import { runMarkdown } from '../../../../src/sharing/pure/report/runMarkdown';
import { runReport } from '../../../../src/sharing/pure/report/runReport';
import type { Scripted } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { type Bug, bugs, named, patch, patchAnew, read, submit } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
/** Finds unknown names, as a compiler does. */
const build = 'python3 -c "from tally.clock import minutes_between as m; m(1, 2)"';
const reproduce = 'python3 -c "from tally.clock import minutes_between as m; assert m(1350, 75) == 165, m(1350, 75)"';
const both: OwnCommands = { build, reproduce, nRuns: 2 };

function verdicts({ run }: FixRun): [patch: string | undefined, verdict: CrashVerdict][] {
	return fixOf(run).crashChecks.map(({ patch: id, verdict }) => [id, verdict]);
}

function sentIn({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

describe("the project's own build and reproducer commands", () => {
	const scratch = new TestFolder();
	const fix = (ownCommands: OwnCommands, ...script: readonly Scripted[]) =>
		fixSample(scratch, { sample: 'python', script: [named(python), ...script], ownCommands });
	const right = [patch(python, python.patched), read(true)];

	it('prove a patch with which the crash is gone', async () => {
		const fixed = await fix(both, ...right);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'sameCrash'],
			['p1', 'noCrash'],
		]);
		const [shown] = shownPatches(fixed.run);
		assert.deepEqual(shown?.verdict, { verdict: 'good', why: 'crashes before, does not crash after' });
		assert.deepEqual(shown.reasons.slice(0, 2), [
			'The reproducer command does not crash with it in 2 runs.',
			'The reproducer command crashes without a patch: AssertionError: -1275.',
		]);
		assert.match(runMarkdown(fixed.run), /- Crash after: no crash in 2 runs/);
		const labels = runReport(fixed.run, 0).patches?.[0]?.evidence.map(({ label }) => label) ?? [];
		assert.ok(labels.includes('Crash before') && labels.includes('Crash after'), labels.join());
	});

	it('send the crash back, without a review; patches that the model insists on keep their verdict', async () => {
		const other = patchAnew(python, '    return end - start + 1');
		const fixed = await fix(both, patch(python, '    return start - end'), other, submit, submit, submit);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'sameCrash'],
			['p1', 'sameCrash'],
			['p2', 'sameCrash'],
		]);
		const sent = sentIn(fixed, 2);
		assert.match(sent, /crashes in the same way as before/);
		assert.match(sent, /AssertionError: 1275/);
		const patches = shownPatches(fixed.run);
		assert.deepEqual(
			patches.map(({ verdict }) => verdict.verdict),
			['bad', 'bad'],
		);
	});

	it('send the errors of the build back', async () => {
		const script = [patch(python, '    return finish - start'), patchAnew(python, python.patched), read(true)];
		const fixed = await fix(both, ...script);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'sameCrash'],
			['p1', 'notBuilt'],
			['p2', 'noCrash'],
		]);
		assert.match(sentIn(fixed, 2), /does not build[\s\S]*<errors>\n[\s\S]*NameError: name 'finish'/);
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p2', 'p1'],
		);
	});

	it('prove nothing where there is no crash without a patch, and say so', async () => {
		const fixed = await fix({ reproduce: 'echo all is well', nRuns: 2 }, ...right);
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [[undefined, 'noCrash']]);
		const why = 'The reproducer command does not crash without a patch in 2 runs: it proves nothing.';
		assert.ok(nodesOf(fixed.run).some(({ notes }) => notes.includes(why)));
		assert.ok(shownPatches(fixed.run)[0]?.reasons.includes(why));
		assert.notEqual(shownPatches(fixed.run)[0]?.verdict.verdict, 'good');
	});

	it('count a hang as a crash', async () => {
		const hang =
			'python3 -c "from tally.clock import minutes_between as m; import time; m(60, 30) < 0 and time.sleep(600)"';
		const fixed = await fix({ reproduce: hang, nRuns: 2, timeoutMs: 5000 }, ...right);
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'sameCrash'],
			['p1', 'noCrash'],
		]);
		assert.equal(fixOf(fixed.run).crashChecks[0]?.crash?.kind, 'hang');
	});

	it('are not repeated when the run is resumed', async () => {
		const whole = await fix(both, ...right);
		const at = whole.events.findLastIndex(event => event.type === 'crashChecked' && event.ran.patch === 'p1');
		const events = whole.events.slice(0, at + 1);
		const resumed = await fixSample(scratch, { sample: 'python', script: [read(true)], events, ownCommands: both });
		resumed.model.assertAllAsked();
		assert.equal(resumed.events.filter(({ type }) => type === 'crashChecked').length, 2);
	});
});

describe("the project's own commands for a program in C", () => {
	const scratch = new TestFolder();
	const bug: Bug = {
		...{ sample: 'c', language: 'C', shows: '' },
		place: { file: 'queue.c', method: 'queue_last' },
		original: '\treturn queue->values[queue->count];',
		patched: '\treturn queue->values[queue->count - 1];',
	};
	const files = {
		'workspace/queue.h':
			'struct queue {\n\tint count;\n\tint *values;\n};\nint queue_last(const struct queue *queue);\n',
		'workspace/queue.c': `#include "queue.h"\n\nint queue_last(const struct queue *queue)\n{\n${bug.original}\n}\n`,
		'workspace/main.c':
			'#include <stdlib.h>\n#include "queue.h"\n\nint main(void)\n{\n\tstruct queue queue = {2, calloc(2, sizeof(int))};\n\tint last = queue_last(&queue);\n\tfree(queue.values);\n\treturn last;\n}\n',
		'workspace/ISSUE.md':
			'==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x55d0 bp 0x7ffd sp 0x7ffd\nREAD of size 4 at 0x602000000018 thread T0\n    #0 0x55d0 in queue_last /home/me/queue.c:5\n    #1 0x55d1 in main /home/me/main.c:7\n',
	};
	const ownCommands: OwnCommands = {
		build: 'gcc -g -fsanitize=address -c queue.c && gcc -g -fsanitize=address main.c queue.o -o queue',
		reproduce: './queue',
	};

	before(function () {
		const program = 'int main(void) { return 0; }';
		const args = ['-fsanitize=address', '-x', 'c', '-', '-o', '/dev/null'];
		if (spawnSync('gcc', args, { input: program }).status !== 0) {
			this.skip();
		}
	});

	it('find the crash of the issue again, an error of the compiler, and none', async () => {
		scratch.write(files);
		const unknown = patch(bug, '\treturn queue->values[queue->size];');
		const script = [named(bug), unknown, patchAnew(bug, bug.patched), read(true)];
		const fixed = await fixSample(scratch, { sample: 'c', script, ownCommands });
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed), [
			[undefined, 'sameCrash'],
			['p1', 'notBuilt'],
			['p2', 'noCrash'],
		]);
		assert.equal(fixOf(fixed.run).crashChecks[0]?.crash?.function, 'queue_last');
		assert.match(sentIn(fixed, 2), /<errors>\n[\s\S]*has no member named 'size'|has no member named ‘size’/);
	});

	it('send another crash back as well', async () => {
		scratch.write(files);
		const other = patch(bug, '\t__builtin_trap();');
		const same = patchAnew(bug, '\treturn queue->values[queue->count + 1];');
		const script = [named(bug), other, same, submit, submit, submit];
		const fixed = await fixSample(scratch, { sample: 'c', script, ownCommands });
		fixed.model.assertAllAsked();
		assert.deepEqual(verdicts(fixed).slice(1), [
			['p1', 'otherCrash'],
			['p2', 'sameCrash'],
		]);
	});
});
