import assert from 'node:assert/strict';
import { equalPatches, rankPatches } from '../../../../src/engine/stages/select/rankPatches';
import { buildSteps, CrashChecks } from '../../../../src/engine/stages/validate/crashChecks';
import { emptyRun, rootNode } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Execution } from '../../../../src/runs/pure/model/execution';
import { type CrashCheck, type CrashVerdict, crashProof } from '../../../../src/runs/pure/model/testing/crashCheck';
import type { Checkout } from '../../../../src/sandbox/pure/execution/checkouts';
import type { OwnCommands } from '../../../../src/sandbox/pure/execution/ownCommands';
import { PatchedCopy } from '../../../../src/sandbox/pure/execution/patchedCopy';
import type { Command } from '../../../../src/sandbox/pure/execution/runner';
import { MemoryRuns } from '../../../support/memoryRuns';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { patchOf } from '../../../support/patchRun';
import { runStarted } from '../../../support/runEvents';

const well: Execution = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 };
const killed: Execution = { ...well, exitCode: null, signal: 'SIGSEGV' };
const hung: Execution = { ...well, timedOut: true };
const patch = patchOf('p1', { path: 'a.c', before: 'int a;\n', after: 'int b;\n' });
const both: OwnCommands = { build: 'make', reproduce: './run' };

function report(kind: string, name: string): Execution {
	const head = `==1==ERROR: AddressSanitizer: ${kind} on address 0x602000000018 at pc 0x55d0 bp 0x7ffd sp 0x7ffd`;
	return {
		...well,
		exitCode: 1,
		stderr: `${head}\nREAD of size 4 at 0x602000000018 thread T0\n    #0 0x55d0 in ${name} /home/me/a.c:5\n    #1 0x55d1 in main /home/me/a.c:9\n`,
	};
}

/** Ends each command as `ends` says: of the reproducer command by its run, from 1. */
async function checked(commands: OwnCommands, ends: (line: string, number: number) => Execution | 'waits') {
	const log = RunLog.start(new MemoryRuns(), { now: () => 0 }, 'a');
	await log.emit(rootNode, runStarted('a'));
	const { files, parser } = await memoryWorkspace({});
	const ran: Command[] = [];
	const checkout: Checkout = {
		...{ folder: '/copy', files, reach: { writable: ['/copy'], readable: [] } },
		contents: async () => ({ sha256: '0'.repeat(64), nFiles: 0, locks: [] }),
		...{ write: async () => undefined, find: async () => [], remove: async () => undefined, diff: async () => '' },
		...{ snapshot: async () => '', restore: async () => '' },
		...{ apply: async () => undefined, reset: async () => undefined, dispose: async () => undefined },
	};
	const run = async (command: Command): Promise<Execution> => {
		ran.push(command);
		const end = ends(String(command.command), Number(command.env?.FAULTLINE_RUN ?? 0));
		if (end !== 'waits') {
			return end;
		}
		const { signal } = command;
		await new Promise(resolve => signal?.addEventListener('abort', resolve));
		throw signal?.reason;
	};
	const controller = new AbortController();
	const { signal } = controller;
	const place = { copy: new PatchedCopy({ create: async () => checkout }, 'a', signal), signal };
	const checks = new CrashChecks(log, { commands, execution: { runner: { run } }, languages: parser.languages });
	const plain = () => checks.plain(rootNode, place);
	const patched = (before: CrashCheck) => checks.run(rootNode, patch, before, place);
	return { ran, log, controller, plain, patched };
}

describe('build and reproducer commands', () => {
	it('crash in several runs side by side, of which one that decides ends the others', async () => {
		const { ran, plain } = await checked(both, (line, number) =>
			line === 'make' ? well : number === 3 ? killed : 'waits',
		);
		const { verdict, nRuns, crash, why } = await plain();
		assert.deepEqual([verdict, nRuns, crash?.kind], ['sameCrash', 1, 'ended by SIGSEGV']);
		assert.equal(why, 'The reproducer command crashes without a patch: ended by SIGSEGV.');
		assert.deepEqual(
			ran.map(({ command, env, isBeside }) => [command, env?.FAULTLINE_RUN, isBeside]),
			[['make', undefined, undefined], ...['1', '2', '3', '4'].map(number => ['./run', number, true])],
		);
	});

	const cases: readonly (readonly [string, Execution, CrashVerdict])[] = [
		['the same kind in the same function', report('heap-buffer-overflow', 'last'), 'sameCrash'],
		['another kind', report('heap-use-after-free', 'last'), 'otherCrash'],
		['another function', report('heap-buffer-overflow', 'first'), 'otherCrash'],
		['a hang', hung, 'otherCrash'],
		['a lost connection', { ...well, exitCode: 255 }, 'otherCrash'],
		['a report with exit code 0', { ...report('heap-buffer-overflow', 'last'), exitCode: 0 }, 'sameCrash'],
		['an end without a report', well, 'noCrash'],
		['a command that is not there', { ...well, exitCode: 127 }, 'notRun'],
	];
	for (const [what, end, verdict] of cases) {
		it(`judge ${what} as ${verdict}`, async () => {
			let ends: Execution = report('heap-buffer-overflow', 'last');
			const { plain, patched } = await checked({ reproduce: './run', nRuns: 2 }, () => ends);
			const before = await plain();
			ends = end;
			assert.equal((await patched(before))?.verdict, verdict);
		});
	}

	it('are not run again for a patch that has its verdict', async () => {
		const { ran, log, plain, patched } = await checked(both, line => (line === 'make' ? well : killed));
		const first = await patched(await plain());
		const nRan = ran.length;
		assert.deepEqual(await patched(await plain()), first);
		assert.equal(ran.length, nRan);
		assert.equal(fixOf(log.run).crashChecks.length, 2);
	});

	it('only build where there is no crash without a patch', async () => {
		const { ran, plain, patched } = await checked(both, () => well);
		const before = await plain();
		const nRan = ran.length;
		assert.equal((await patched(before))?.verdict, 'built');
		assert.equal(ran.length, nRan + 1);
	});

	it('end at once when the user cancels', async () => {
		const { controller, log, ran, plain } = await checked(both, line => {
			queueMicrotask(() => line === 'make' || controller.abort());
			return line === 'make' ? well : 'waits';
		});
		await assert.rejects(plain(), { name: 'AbortError' });
		assert.equal(ran.length, 5);
		assert.deepEqual(fixOf(log.run).crashChecks, []);
	});

	it('build the changed files first where the build command has a place for them', () => {
		const file = (path: string) => ({ path, before: 'a\n', after: 'b\n' });
		const files = [file('lib/a.c'), file('lib/a.h'), file('b; rm -r x.c'), { path: 'old.c', before: 'a\n' }];
		assert.deepEqual(buildSteps('make', files), ['make']);
		assert.deepEqual(buildSteps('make {objects}', files), ['make lib/a.o', 'make']);
		assert.deepEqual(buildSteps('make {objects}', files.slice(1)), ['make']);
		assert.deepEqual(buildSteps('check {files} -q', files), ['check lib/a.c lib/a.h -q', 'check  -q']);
		assert.deepEqual(buildSteps('make {objects}'), ['make']);
	});
});

describe('what the commands of a project prove', () => {
	const check = (verdict: CrashVerdict, id?: string): CrashCheck => ({
		...{
			commands: both,
			verdict,
			why: `${verdict}.`,
			execution: well,
			nRuns: 4,
			...(id !== undefined && { patch: id }),
		},
	});
	const ranked = (plain: CrashVerdict, ...verdicts: readonly CrashVerdict[]) => {
		const patches = verdicts.map((_, at) => patchOf(`p${at}`, { path: 'a.c', before: 'a\n', after: `${at}\n` }));
		const crashChecks = [check(plain), ...verdicts.map((verdict, at) => check(verdict, `p${at}`))];
		return { fix: { ...fixOf(emptyRun), patches, crashChecks }, groups: patches.map(({ id }) => [id]) };
	};

	it('is that a crash is gone only where there is one without the patch', () => {
		assert.equal(crashProof(check('noCrash', 'p1'), check('sameCrash')), 'proved');
		assert.equal(crashProof(check('noCrash', 'p1'), check('otherCrash')), 'unclear');
		assert.equal(crashProof(check('notBuilt', 'p1'), check('sameCrash')), 'refuted');
		assert.equal(crashProof(check('notBuilt', 'p1'), check('notBuilt')), 'unclear');
	});

	it('puts a proved patch first and refuted ones last', () => {
		const { fix, groups } = ranked('sameCrash', 'notBuilt', 'noCrash', 'sameCrash', 'otherCrash');
		const order = rankPatches(fix, groups).map(({ patch: id }) => id);
		assert.deepEqual(
			[order.slice(0, 2), order.slice(2).sort()],
			[
				['p1', 'p3'],
				['p0', 'p2'],
			],
		);
		assert.deepEqual(
			equalPatches(fix, groups).map(({ patch: { id } }) => id),
			['p1'],
		);
	});

	it('never shows a refuted patch as the fix', () => {
		const one = ranked('sameCrash', 'notBuilt');
		assert.equal(rankPatches(one.fix, one.groups)[0]?.why, 'The only patch, and it is wrong. notBuilt.');
		assert.deepEqual(equalPatches(one.fix, one.groups), []);
		const two = ranked('sameCrash', 'notBuilt', 'sameCrash');
		assert.match(rankPatches(two.fix, two.groups)[0]?.why ?? '', /^No patch builds and ends the crash\./);
	});
});
