import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenedWorkspace, openWorkspace } from '../../../src/cli/openWorkspace';
import { type RepeatedProof, repeatProof } from '../../../src/engine/verify/repeatProof';
import { ScratchCheckouts } from '../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../src/sandbox/node/confinement/processRunner';
import { compareProof, isTreeOf, proofTask } from '../../../src/sharing/pure/proof/compareProof';
import { isVerified, type ProofLine, type ProofPart } from '../../../src/sharing/pure/proof/proofLine';
import { readProof } from '../../../src/sharing/pure/proof/readProof';
import type { FixPredicate, ProofRecord, RecordedRun, TestPredicate } from '../../../src/sharing/pure/proof/statements';
import { sha256 } from '../../../src/system/pure/text/contentHash';
import { type ProvenFix, provenFix } from '../../support/provenFix';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';

type Alter = (record: ProofRecord) => ProofRecord | Promise<ProofRecord>;

const predicate =
	(change: (predicate: FixPredicate) => FixPredicate): Alter =>
	({ fix, ...rest }) => ({ ...rest, fix: { ...fix, predicate: change(fix.predicate) } });

const ran = (which: 'before' | 'after', change: (ran: RecordedRun) => RecordedRun): Alter =>
	predicate(each => {
		const run = each[which];
		assert.ok(run);
		return { ...each, [which]: change(run) };
	});

const tests = (which: 'before' | 'after', change: (predicate: TestPredicate) => TestPredicate): Alter => {
	return ({ tests: both, ...rest }) => {
		assert.ok(both);
		return { ...rest, tests: { ...both, [which]: { ...both[which], predicate: change(both[which].predicate) } } };
	};
};

const subject =
	(name: string, digest: string): Alter =>
	record => {
		const changed = <S extends ProofRecord['fix'] | NonNullable<ProofRecord['tests']>['before']>(statement: S): S => ({
			...statement,
			subject: statement.subject.map(each => (each.name === name ? { ...each, digest: { sha256: digest } } : each)),
		});
		const { fix, tests: both } = record;
		return { fix: changed(fix), ...(both && { tests: { before: changed(both.before), after: changed(both.after) } }) };
	};

/** A forger who knows the format makes the digests fit. */
const patched = (change: (patch: string) => string): Alter => {
	return async record => {
		const altered = await predicate(each => ({ ...each, patch: change(each.patch) }))(record);
		return subject('patch', await sha256(altered.fix.predicate.patch))(altered);
	};
};
const output = (which: 'before' | 'after', text: string): Alter => {
	return async record => {
		const stream = which === 'before' ? 'stderr' : 'stdout';
		const digest = await sha256(text);
		return ran(which, run => ({ ...run, [stream]: { text, sha256: digest } }))(record);
	};
};
const script = (change: (text: string) => string): Alter => {
	return async record => {
		const text = change(record.fix.predicate.reproducer?.text ?? '');
		const digest = await sha256(text);
		return predicate(each =>
			each.reproducer === undefined ? each : { ...each, reproducer: { ...each.reproducer, text, sha256: digest } },
		)(record);
	};
};

const zeros = '0'.repeat(64);
const old = 'return (end - start) % MINUTES_PER_DAY';
const table: readonly (readonly [title: string, part: ProofPart, alter: Alter])[] = [
	['another digest of the files', 'tree', subject('workspace', zeros)],
	['files that one run did not have', 'tree', ran('after', run => ({ ...run, tree: zeros }))],
	['another number of files', 'tree', predicate(each => ({ ...each, nFiles: (each.nFiles ?? 0) + 1 }))],
	['another patch under the same digest', 'patch', predicate(each => ({ ...each, patch: `${each.patch}\n` }))],
	['another digest of the patch', 'patch', subject('patch', zeros)],
	[
		'a patch of lines that are not there',
		'patch',
		patched(text => text.replace('-    return end - start', '-    return start')),
	],
	['a patch that does not work', 'after', patched(text => text.replace(old, 'return end - start + 1'))],
	['a patch that breaks tests', 'tests after', patched(text => text.replace(old, 'return 165'))],
	[
		'another reproducer under the same digest',
		'reproducer',
		predicate(each => ({
			...each,
			...(each.reproducer && { reproducer: { ...each.reproducer, text: 'assert True' } }),
		})),
	],
	['a reproducer that always passes', 'before', script(() => 'assert True\n')],
	['a reproducer that always fails', 'after', script(() => 'assert False\n')],
	['a reproducer that prints something', 'output after', script(text => `${text}\nprint("more")\n`)],
	[
		'another output under the same digest',
		'output before',
		ran('before', run => ({ ...run, stderr: { ...run.stderr, text: 'AssertionError' } })),
	],
	[
		'an invented output without the patch',
		'output before',
		output('before', 'AssertionError: expected 165 minutes, got 0\n'),
	],
	['an invented output with the patch', 'output after', output('after', 'all is well\n')],
	['another exit code', 'before', ran('before', run => ({ ...run, exitCode: 3 }))],
	['another verdict', 'before', ran('before', run => ({ ...run, verdict: 'otherError' }))],
	['another command', 'after', ran('after', run => ({ ...run, commands: [['python3', 'other.py']] }))],
	[
		'a passing test that is not there',
		'tests after',
		tests('after', each => ({
			...each,
			passedTests: [...each.passedTests, 'tests/test_clock.py::ClockTest::test_more'],
		})),
	],
	[
		'a failing test that is left out',
		'tests before',
		tests('before', each => ({ ...each, result: 'PASSED', failedTests: [] })),
	],
	[
		'a test that is called failing',
		'tests before',
		tests('before', each => ({
			...each,
			passedTests: each.passedTests.slice(1),
			failedTests: [...each.failedTests, each.passedTests[0] ?? ''],
		})),
	],
	['a result of tests that does not follow', 'tests before', tests('before', each => ({ ...each, result: 'PASSED' }))],
	['a result that nothing shows', 'result', predicate(({ after: _after, ...each }) => each)],
	['a review that rejects the patch', 'result', predicate(each => ({ ...each, review: { patchCorrect: false } }))],
	['nothing that was not run', 'not run', predicate(each => ({ ...each, notRun: ['Nothing.'] }))],
];

describe('a proof record, executed again', () => {
	let fix: ProvenFix;
	let record: ProofRecord;
	let folder: string;
	let opened: OpenedWorkspace;

	before(async () => {
		fix = await provenFix();
		record = readProof(fix.proof.text, 'proof');
		folder = join(fix.scratch.path, 'clone');
		cpSync(join(repoRoot, 'sample', 'python'), folder, { recursive: true });
		opened = await openWorkspace({ roots: roots(), packageRoot: repoRoot, log: new RecordedLog() });
	});
	after(() => {
		opened[Symbol.dispose]();
		fix.scratch.remove();
	});

	const roots = () => [{ name: 'workspace', dir: folder }];
	const repeat = (altered: ProofRecord): Promise<RepeatedProof> => {
		const log = new RecordedLog();
		const checkouts = new ScratchCheckouts({ roots: roots(), storage: join(fix.scratch.path, 'storage'), log });
		const execution = { checkouts, runner: new ProcessRunner() };
		const { signal } = new AbortController();
		return repeatProof(proofTask(altered), tree => isTreeOf(altered, tree), {
			workspace: opened.workspace,
			execution,
			signal,
		});
	};
	const verify = async (altered: ProofRecord): Promise<readonly ProofLine[]> =>
		compareProof(altered, await repeat(altered), text => text);

	it('holds in another copy of the same files, in each part', async () => {
		const lines = await verify(record);
		assert.deepEqual(
			lines.filter(({ state }) => state !== 'holds'),
			[],
		);
		assert.ok(isVerified(lines));
		assert.equal(lines.length, 12, JSON.stringify(lines));
	});

	for (const [title, part, alter] of table) {
		it(`is refused with ${title}, in the line "${part}"`, async () => {
			const altered = await alter(record);
			assert.notDeepEqual(altered, record);
			const lines = await verify(altered);
			assert.ok(!isVerified(lines));
			const refused = lines.filter(({ state }) => state === 'differs').map(line => line.part);
			assert.ok(refused.includes(part), JSON.stringify(lines));
		});
	}

	it('is not executed on other files, and states so in each line', async () => {
		const extra = join(folder, 'extra.txt');
		writeFileSync(extra, 'more\n');
		try {
			const repeated = await repeat(record);
			assert.deepEqual(Object.keys(repeated), ['tree']);
			const lines = await compareProof(record, repeated, text => text);
			assert.ok(!isVerified(lines));
			const states = new Map(lines.map(({ part, state }) => [part, state]));
			assert.deepEqual(
				[states.get('tree'), states.get('after'), states.get('tests after')],
				['differs', 'notRepeated', 'notRepeated'],
			);
			assert.match(lines.find(({ part }) => part === 'after')?.text ?? '', /other files/);
		} finally {
			rmSync(extra);
		}
	});

	it('cannot be repeated where its language is not known', async () => {
		const altered = await predicate(each => ({
			...each,
			...(each.reproducer && { reproducer: { ...each.reproducer, language: 'klingon' } }),
		}))(record);
		const lines = await verify(altered);
		const before = lines.find(({ part }) => part === 'before');
		assert.deepEqual([before?.state, /klingon/.test(before?.text ?? '')], ['notRepeated', true]);
	});
});
