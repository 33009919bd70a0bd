import type { LanguageData } from '../../../code/pure/languages/languageData';
import { issueExcerpt } from '../../../localizer/pure/brief/readOutput';
import type { CrashChecked } from '../../../runs/pure/events/executionEvents';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Execution } from '../../../runs/pure/model/execution';
import type { Patch, PatchedFile } from '../../../runs/pure/model/patch';
import type { CheckedCommands, CrashCheck, SeenCrash } from '../../../runs/pure/model/testing/crashCheck';
import { couldNotStart } from '../../../runs/pure/model/testing/validation';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../../sandbox/pure/execution/executionDeps';
import {
	type OwnCommands,
	usualBuildTimeoutMs,
	usualCrashTimeoutMs,
	usualRuns,
} from '../../../sandbox/pure/execution/ownCommands';
import { keptExecution, type PatchedCopy } from '../../../sandbox/pure/execution/patchedCopy';
import { fillText } from '../../../sandbox/pure/execution/placeholders';
import { recordTree } from '../../recordTree';
import { crashWhy } from './crashTexts';
import objectSources from './objectSources.json';
import { badEnd, isSameCrash, reportedCrash, seenCrash } from './seenCrash';

export interface CrashChecksDeps {
	readonly commands: OwnCommands;
	readonly execution: Pick<ExecutionDeps, 'runner' | 'onOutput'>;
	/** Whose crash reports and stack traces are read. */
	readonly languages: readonly LanguageData[];
}

/** The copy the commands run in, and the signal that ends them. */
export interface CheckPlace {
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/** How much is kept of each output of a run: its beginning, its first crash report and its end. */
const keptCharacters = 12_000;

/**
 * Builds the project and reproduces the bug, by commands of the user, in a scratch copy, once without a patch and once
 * with each, and records the results (Code Researcher's validation). The runs are side by side in the same built copy;
 * the variable `FAULTLINE_RUN` (from 1) tells them apart. A crash that decides ends the others. Runs that are in the
 * log are not repeated.
 */
export class CrashChecks {
	constructor(
		private readonly log: RunLog,
		private readonly deps: CrashChecksDeps,
	) {}

	/** Throws `UserError` if no copy can be made, and the signal's reason. */
	async plain(node: string, place: CheckPlace): Promise<CrashCheck> {
		const { brief } = this.log.run;
		const expected = brief && reportedCrash(brief);
		return this.record(node, {}, () => this.check(place, { expected, mayReproduce: true }));
	}

	/**
	 * With a patch; `plain`: without one. Commands that do not crash without a patch are not run. Undefined if nothing is
	 * left to run. Throws as `plain` does.
	 */
	async run(node: string, patch: Patch, plain: CrashCheck, place: CheckPlace): Promise<CrashCheck | undefined> {
		const { build, reproduce } = this.commands;
		const mayReproduce = reproduce !== undefined && plain.verdict !== 'noCrash' && plain.verdict !== 'notRun';
		if (build === undefined && !mayReproduce) {
			return undefined;
		}
		const known = fixOf(this.log.run).crashChecks.find(
			each => each.patch === patch.id && each.commands.build === build && each.commands.reproduce === reproduce,
		);
		const { brief } = this.log.run;
		const expected = (brief && reportedCrash(brief)) ?? plain.crash;
		const input = { patch: patch.diff, expected: expected ?? null, mayReproduce };
		return known ?? this.record(node, input, () => this.check(place, { patch, expected, mayReproduce }));
	}

	private async record(node: string, input: object, make: () => Promise<CrashCheck>): Promise<CrashCheck> {
		const { ran } = await this.log.step(
			node,
			'build and reproduce',
			{ ...input, commands: this.commands },
			async (): Promise<CrashChecked> => ({ type: 'crashChecked', ran: await make() }),
		);
		return ran;
	}

	private async check(place: CheckPlace, { patch, expected, mayReproduce }: Checked): Promise<CrashCheck> {
		const tree = await recordTree(this.log, place.copy, place.signal);
		const checkout = await place.copy.with(patch);
		const built = await this.build(checkout, patch, place.signal);
		const found =
			built !== undefined && badEnd(built) !== undefined
				? ({ verdict: 'notBuilt', execution: built, nRuns: 0 } as const)
				: mayReproduce && this.commands.reproduce !== undefined
					? await this.reproduce(this.commands.reproduce, checkout, { expected, signal: place.signal })
					: built && ({ verdict: 'built', execution: built, nRuns: 0 } as const);
		if (found === undefined) {
			throw new Error('a check has a command');
		}
		const check = {
			...{ ...found, commands: this.commands },
			...(patch !== undefined && { patch: patch.id }),
			...(tree !== undefined && { tree }),
		};
		return { ...check, why: crashWhy(check) };
	}

	/** The last step that was run: one that fails ends it. Undefined without a build command. */
	private async build(
		checkout: Checkout,
		patch: Patch | undefined,
		signal: AbortSignal,
	): Promise<Execution | undefined> {
		const { build, buildTimeoutMs = usualBuildTimeoutMs } = this.deps.commands;
		let last: Execution | undefined;
		let left = buildTimeoutMs;
		for (const command of build === undefined ? [] : buildSteps(build, patch?.files)) {
			const execution = await this.execute(command, checkout, { signal, timeoutMs: left });
			left = Math.max(1, left - execution.durationMs);
			last = keptExecution(execution, checkout);
			if (badEnd(last) !== undefined) {
				break;
			}
		}
		return last;
	}

	private async reproduce(command: string, checkout: Checkout, { expected, signal }: Expected): Promise<Found> {
		const { nRuns = usualRuns, timeoutMs = usualCrashTimeoutMs } = this.deps.commands;
		const decided = new AbortController();
		const abort = () => decided.abort(signal.reason);
		signal.addEventListener('abort', abort, { once: true });
		const run = async (number: number): Promise<CrashRun | undefined> => {
			try {
				const env = { FAULTLINE_RUN: String(number) };
				const execution = await this.execute(command, checkout, {
					signal: decided.signal,
					timeoutMs,
					env,
					isBeside: true,
				});
				const crash = couldNotStart(execution) ? undefined : seenCrash(execution, this.deps.languages);
				if (crash !== undefined && (expected === undefined || isSameCrash(crash, expected))) {
					decided.abort();
				}
				return { execution: this.kept(execution, checkout), crash };
			} catch (error) {
				if (decided.signal.aborted && !signal.aborted) {
					return undefined;
				}
				decided.abort();
				throw error;
			}
		};
		signal.throwIfAborted();
		const ended = await Promise.allSettled(Array.from({ length: nRuns }, (_, at) => run(at + 1)));
		signal.removeEventListener('abort', abort);
		const failed = ended.find(each => each.status === 'rejected');
		if (failed !== undefined) {
			throw failed.reason;
		}
		return verdictOf(
			ended.flatMap(each => (each.status === 'fulfilled' ? (each.value ?? []) : [])),
			expected,
		);
	}

	private execute(command: string, { folder: cwd, reach }: Checkout, how: How): Promise<Execution> {
		const { runner, onOutput } = this.deps.execution;
		return runner.run({ ...how, command, cwd, reach, ...(onOutput && { onOutput }) });
	}

	/** A report is in the middle of the output of a machine, which is long. */
	private kept(execution: Execution, { folder }: Checkout): Execution {
		const cut = (text: string) => issueExcerpt(text.replaceAll(`${folder}/`, ''), keptCharacters, this.deps.languages);
		return { ...execution, stdout: cut(execution.stdout), stderr: cut(execution.stderr) };
	}

	private get commands(): CheckedCommands {
		const { build, reproduce } = this.deps.commands;
		return { ...(build !== undefined && { build }), ...(reproduce !== undefined && { reproduce }) };
	}
}

interface Checked {
	readonly patch?: Patch;
	readonly expected: SeenCrash | undefined;
	readonly mayReproduce: boolean;
}

interface Expected {
	/** If it is not known, any crash is the expected one. */
	readonly expected: SeenCrash | undefined;
	readonly signal: AbortSignal;
}

interface How {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	readonly env?: Readonly<Record<string, string>>;
	readonly isBeside?: true;
}

interface CrashRun {
	readonly execution: Execution;
	readonly crash: SeenCrash | undefined;
}

type Found = Pick<CrashCheck, 'verdict' | 'execution' | 'nRuns' | 'crash'>;

/** One crash decides, the expected one first. */
function verdictOf(runs: readonly CrashRun[], expected: SeenCrash | undefined): Found {
	const nRuns = runs.length;
	const isSame = ({ crash }: CrashRun) =>
		crash !== undefined && (expected === undefined || isSameCrash(crash, expected));
	const same = runs.find(isSame);
	const crashed = same ?? runs.find(({ crash }) => crash !== undefined);
	if (crashed?.crash !== undefined) {
		const { execution, crash } = crashed;
		return { verdict: same === undefined ? 'otherCrash' : 'sameCrash', execution, nRuns, crash };
	}
	const [first] = runs;
	if (first === undefined) {
		throw new Error('a run ends');
	}
	const notRun = runs.find(({ execution }) => couldNotStart(execution));
	return notRun === undefined
		? { verdict: 'noCrash', execution: first.execution, nRuns }
		: { verdict: 'notRun', execution: notRun.execution, nRuns };
}

/** In a shell line, such a path is itself in every shell. */
const plainPath = /^[\w./][\w./+-]*$/;

/**
 * The command lines of a build. With `{files}` in the command, the files a patch changes are built first, as compilers
 * report errors there: `{files}` is replaced by the changed files, `{objects}` by the files that are compiled on their
 * own, with `.o` for their ending. Then the whole is built, with both placeholders empty. Files whose names mean
 * something to a shell are built with the whole only.
 */
export function buildSteps(command: string, changed: readonly PatchedFile[] = []): string[] {
	const files = changed.flatMap(({ path, after }) => (after !== undefined && plainPath.test(path) ? [path] : []));
	const objects = files.flatMap(path => {
		const ending = objectSources.find(each => path.endsWith(each));
		return ending === undefined ? [] : [`${path.slice(0, -ending.length)}.o`];
	});
	const part = (named: readonly string[], name: string) => !command.includes(`{${name}}`) || named.length > 0;
	const isPart = files.length > 0 && part(files, 'files') && part(objects, 'objects');
	const first = fillText(command, { files: files.join(' '), objects: objects.join(' ') });
	const whole = fillText(command, { files: '', objects: '' }).trim();
	return isPart && first !== command ? [first, whole] : [whole];
}
