import type { ProofTask, RepeatedProof, RepeatedRun, RepeatedTests } from '../../../engine/verify/repeatProof';
import type { ExecutedTree } from '../../../runs/pure/model/executedTree';
import { verdictTexts } from '../../../runs/pure/model/reproducer';
import { counted } from '../../../system/pure/text/counted';
import { compareOutput, isRedacted } from './compareOutput';
import type { ProofLine, ProofPart, ProofState } from './proofLine';
import { proofParts } from './proofLine';
import { recordProblems } from './recordSoundness';
import type { FixPredicate, ProofRecord, RecordedRun, TestPredicate, TestStatement } from './statements';

/** The parts of a record that are to be executed again. */
export function proofTask({ fix: { predicate }, tests }: ProofRecord): ProofTask {
	const { patch, reproducer } = predicate;
	const [{ name, annotations }] = tests?.after.predicate.configuration ?? [{}];
	const isWhole = reproducer !== undefined && !isRedacted(reproducer.text);
	return {
		patch,
		...(isWhole && { reproducer }),
		...(tests &&
			name !== undefined && {
				tests: {
					...{ runner: name, isPart: annotations?.isPart === true },
					...{ before: outcomesOf(tests.before), after: outcomesOf(tests.after) },
				},
			}),
	};
}

function outcomesOf({ predicate: { passedTests, failedTests, skippedTests } }: TestStatement) {
	return { passed: passedTests, failed: failedTests, skipped: skippedTests };
}

/** Whether these are the files that a record is about. */
export function isTreeOf({ fix: { subject } }: ProofRecord, { sha256 }: Pick<ExecutedTree, 'sha256'>): boolean {
	return subject.some(({ name, digest }) => name === 'workspace' && digest.sha256 === sha256);
}

/**
 * What holds of a record, what does not, and what cannot be repeated here, a line for each part. `clean`: an output as it
 * may leave the machine.
 */
export async function compareProof(
	record: ProofRecord,
	repeated: RepeatedProof,
	clean: (text: string) => string,
): Promise<readonly ProofLine[]> {
	const problems = await recordProblems(record);
	const lines = new Comparison(record, repeated, clean).lines();
	return proofParts.flatMap((part): ProofLine[] => {
		const problem = problems.get(part);
		if (problem !== undefined) {
			return [{ part, state: 'differs', text: problem }];
		}
		return lines.filter(line => line.part === part);
	});
}

const otherTree = 'these are other files';

class Comparison {
	private readonly fix: FixPredicate;
	private readonly isSame: boolean;

	constructor(
		private readonly record: ProofRecord,
		private readonly repeated: RepeatedProof,
		private readonly clean: (text: string) => string,
	) {
		this.fix = record.fix.predicate;
		this.isSame = isTreeOf(record, repeated.tree);
	}

	lines(): ProofLine[] {
		const { fix, repeated, record } = this;
		return [
			this.tree(),
			this.patch(),
			...this.reproducer(),
			...this.environment(),
			...(fix.before === undefined ? [] : this.ran('before', fix.before, repeated.before)),
			...(fix.after === undefined ? [] : this.ran('after', fix.after, repeated.after)),
			...this.commands(),
			...(record.tests === undefined
				? []
				: [
						this.tests('tests before', record.tests.before.predicate, repeated.testsBefore),
						this.tests('tests after', record.tests.after.predicate, repeated.testsAfter),
					]),
			line('not run', 'holds', fix.notRun.length === 0 ? 'nothing' : fix.notRun.join(' ')),
			line('result', 'holds', fix.result === 'fixed' ? `fixed: ${fix.why}` : `not proven: ${fix.why}`),
		];
	}

	private tree(): ProofLine {
		const { sha256, nFiles, commit } = this.repeated.tree;
		const own = this.record.fix.subject.find(({ name }) => name === 'workspace')?.digest;
		if (own === undefined) {
			return line('tree', 'notRepeated', 'the run does not record which files were executed');
		}
		if (!this.isSame) {
			const at =
				own.gitCommit === undefined || own.gitCommit === commit ? '' : `; it was made at commit ${own.gitCommit}`;
			return line(
				'tree',
				'differs',
				`${otherTree} than those of the record (${short(sha256)}, not ${short(own.sha256)})${at}`,
			);
		}
		return this.fix.nFiles === nFiles
			? line('tree', 'holds', `${counted(nFiles, 'file')}, sha256 ${short(sha256)}`)
			: line('tree', 'differs', `${counted(nFiles, 'file')} here, ${this.fix.nFiles} in the record`);
	}

	private patch(): ProofLine {
		const own = this.record.fix.subject.find(({ name }) => name === 'patch')?.digest.sha256 ?? '';
		if (isRedacted(this.fix.patch)) {
			return line('patch', 'notRepeated', 'a part of it was left out of the record');
		}
		if (!this.isSame) {
			return line(
				'patch',
				'holds',
				`it is the one that its digest names, ${short(own)}; whether it applies is not known`,
			);
		}
		const { refused } = this.repeated;
		return refused === undefined
			? line('patch', 'holds', `it applies, sha256 ${short(own)}`)
			: line('patch', 'differs', `it cannot be applied: ${refused}`);
	}

	private reproducer(): ProofLine[] {
		const { reproducer } = this.fix;
		if (reproducer === undefined) {
			return [];
		}
		return isRedacted(reproducer.text)
			? [line('reproducer', 'notRepeated', 'a part of it was left out of the record')]
			: [line('reproducer', 'holds', `${reproducer.file}, sha256 ${short(reproducer.sha256)}`)];
	}

	private environment(): ProofLine[] {
		const { programs, locks } = this.fix.environment;
		if (!this.isSame) {
			return [line('environment', 'notRepeated', otherTree)];
		}
		const here = new Map(this.repeated.tree.locks.map(({ path, sha256 }) => [path, sha256]));
		const other = locks.find(({ path, sha256 }) => here.get(path) !== sha256);
		if (other !== undefined || here.size !== locks.length) {
			return [line('environment', 'differs', `${other?.path ?? 'a lock file'} is not as the record has it`)];
		}
		const found = [this.repeated.before, this.repeated.after].flatMap(ran => (isRun(ran) ? ran.programs : []));
		const versions = new Map(found.map(({ name, version = 'unknown' }) => [name, version]));
		const texts = programs.map(({ name, version = 'unknown' }) => {
			const own = versions.get(name);
			return {
				isSame: own === version,
				text: own === version ? `${name}: ${version}` : `${name}: ${own ?? 'not run'} here, ${version} in the record`,
			};
		});
		const lockText = locks.length === 0 ? [] : [counted(locks.length, 'lock file')];
		const state = texts.every(({ isSame }) => isSame) ? 'holds' : 'notRepeated';
		const all = [...texts.map(({ text }) => text), ...lockText];
		return [line('environment', state, all.length === 0 ? 'no program is known' : all.join(', '))];
	}

	/** The verdict and the output of a run of the reproducer. */
	private ran(part: 'before' | 'after', own: RecordedRun, ran: RepeatedRun | string | undefined): ProofLine[] {
		const output = `output ${part}` as const;
		const why = this.notRun(ran);
		if (why !== undefined || !isRun(ran)) {
			return [line(part, 'notRepeated', why ?? ''), line(output, 'notRepeated', why ?? '')];
		}
		const other = this.otherCommand(own, ran);
		if (other !== undefined) {
			return [line(part, other.state, other.text), line(output, 'notRepeated', other.text)];
		}
		return [verdictLine(part, own, ran), line(output, ...compareOutput(own, ran, this.clean))];
	}

	private notRun(ran: RepeatedRun | RepeatedTests | string | undefined): string | undefined {
		return this.isSame ? (typeof ran === 'string' ? ran : ran === undefined ? this.whyNot() : undefined) : otherTree;
	}

	private whyNot(): string {
		return this.repeated.refused === undefined ? 'the reproducer is not whole' : 'the patch cannot be applied';
	}

	/** Another interpreter may run the same script; every other command is not the one of the record. */
	private otherCommand(own: RecordedRun, { first }: RepeatedRun): { state: ProofState; text: string } | undefined {
		const [was, is] = [own.commands, first.commands].map(all => JSON.stringify(all));
		if (was === is) {
			return undefined;
		}
		const [rest, ownRest] = [first.commands, own.commands].map(all => JSON.stringify(all.map(words => words.slice(1))));
		const text = `it is run by ${commandsText(first.commands)} here, by ${commandsText(own.commands)} in the record`;
		return { state: rest === ownRest ? 'notRepeated' : 'differs', text };
	}

	private commands(): ProofLine[] {
		const { commands } = this.fix;
		const lines = [commands?.build, commands?.reproduce].flatMap(each => each ?? []);
		return lines.length === 0
			? []
			: [line('commands', 'notRepeated', `commands of the user are not run from a file: ${lines.join(', ')}`)];
	}

	private tests(part: ProofPart, own: TestPredicate, ran: RepeatedTests | string | undefined): ProofLine {
		const why = this.notRun(ran);
		if (why !== undefined || typeof ran !== 'object') {
			return line(part, 'notRepeated', why ?? '');
		}
		const [{ annotations }] = own.configuration;
		const { passed, failed, skipped } = ran.outcomes;
		const here = new Map([
			...passed.map(test => [test, 'passes'] as const),
			...failed.map(test => [test, 'fails'] as const),
			...skipped.map(test => [test, 'is skipped'] as const),
		]);
		const expected = [
			...own.passedTests.map(test => [test, 'passes'] as const),
			...own.failedTests.map(test => [test, 'fails'] as const),
			...own.skippedTests.map(test => [test, 'is skipped'] as const),
		];
		const others = expected.filter(([test, ends]) => here.get(test) !== ends);
		const known = new Set([...expected.map(([test]) => test), ...own.warnedTests]);
		const isWhole = annotations.isPart !== true && annotations.nMore === undefined && ran.outcomes.nMore === undefined;
		const extra = isWhole ? [...here.keys()].filter(test => !known.has(test)) : [];
		const [first] = others;
		if (first !== undefined) {
			const [test, ends] = first;
			const more = others.length === 1 ? '' : `, and ${others.length - 1} more`;
			return line(part, 'differs', `${test} ${here.get(test) ?? 'does not run'} here; in the record it ${ends}${more}`);
		}
		if (extra[0] !== undefined) {
			return line(part, 'differs', `the record does not have ${extra[0]}, which ${here.get(extra[0])} here`);
		}
		const flaky = own.warnedTests.length === 0 ? '' : `, ${own.warnedTests.length} flaky`;
		return line(part, 'holds', `${own.passedTests.length} pass, ${own.failedTests.length} fail${flaky}, by name`);
	}
}

function verdictLine(part: ProofPart, own: RecordedRun, { first, second }: RepeatedRun): ProofLine {
	if (first.verdict !== second.verdict) {
		return line(part, 'differs', 'the reproducer does not end the same way twice');
	}
	const ended = (exitCode: number | null, signal: string | undefined) =>
		signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
	const here = `${verdictTexts[first.verdict]}, ${ended(first.execution.exitCode, first.execution.signal)}`;
	const then = `${verdictTexts[own.verdict]}, ${ended(own.exitCode, own.signal)}`;
	return here === then
		? line(part, 'holds', `the reproducer ${here}`)
		: line(part, 'differs', `the reproducer ${here} here; in the record it ${then}`);
}

function line(part: ProofPart, state: ProofState, text: string): ProofLine {
	return { part, state, text };
}

function isRun(ran: RepeatedRun | string | undefined): ran is RepeatedRun {
	return typeof ran === 'object';
}

function commandsText(commands: readonly (readonly string[])[]): string {
	return commands.map(words => words.join(' ')).join(' && ') || 'nothing';
}

function short(digest: string): string {
	return digest.slice(0, 12);
}
