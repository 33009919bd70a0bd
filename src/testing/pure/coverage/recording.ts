import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { CoverageData, RecorderData } from '../../../code/pure/languages/coverageData';
import type { RunnerData } from '../../../code/pure/languages/runnerData';
import type { Execution } from '../../../runs/pure/model/execution';
import { lastLines } from '../../../runs/pure/model/testing/validation';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { ownFolder } from '../../../sandbox/pure/execution/patchedCopy';
import { fillText } from '../../../sandbox/pure/execution/placeholders';
import type { TestingDeps } from '../runnerSuite';
import { CoveragePaths } from './coveragePaths';
import { readRecording } from './readRecording';
import type { WrittenTestLines } from './readTestLines';

export interface RecordingPlace {
	readonly checkout: Checkout;
	readonly index: SymbolIndex;
	/** The path of the project in the checkout: '' or `a/b`. */
	readonly project: string;
}

export interface FinishOptions {
	/** The program of the tests. */
	readonly program?: string | undefined;
	readonly timeoutMs: number;
	readonly signal: AbortSignal | undefined;
}

/** A recorder in the checkout of one project, for one recording after the other. */
export class Recorder {
	/** The options after the program in a command. */
	readonly options: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	/** The project's folder as the beginning of workspace paths. */
	readonly start: string;
	private readonly folder: string;

	constructor(
		private readonly data: RecorderData,
		protected readonly place: RecordingPlace,
	) {
		const { project } = place;
		this.start = project === '' ? '' : `${project}/`;
		this.folder = `${this.start}${ownFolder}/coverage`;
		this.options = (data.options ?? []).map(word => this.filled(word));
		this.variables = this.filledAll(data.variables);
	}

	/** A runner with the recorder in its commands and its variables. */
	recorded(runner: RunnerData): RunnerData {
		const { prepare = runner.prepare, command = runner.command, replaces = [] } = this.data;
		const [program = '', ...rest] = command.filter(word => !replaces.includes(word));
		return {
			...runner,
			...(prepare && { prepare: prepare.map(step => step.map(word => this.filled(word))) }),
			command: [program, ...this.options, ...rest].map(word => this.filled(word)),
			variables: { ...runner.variables, ...this.variables },
		};
	}

	/** Puts the recorder into the checkout, and removes earlier recordings. */
	async prepare(): Promise<void> {
		const { checkout } = this.place;
		const { recorder, beside = [], reports } = this.data;
		for (const path of [this.folder, ...(reports === undefined ? [] : await checkout.find(this.start + reports))]) {
			await checkout.remove(path);
		}
		// A file in each, so that the folders exist.
		await checkout.write(`${this.records}/empty`, '');
		for (const { program, text } of [recorder ?? { program: 'recorder', text: '' }, ...beside]) {
			await checkout.write(`${this.folder}/${program}`, text);
		}
	}

	/**
	 * Produces the report, if that takes a command of its own. Returns how long it took, and why it failed, in a sentence
	 * for users. Throws `ProgramMissingError` if its program is not installed, and the signal's reason.
	 */
	async finish(
		{ runner, interpreters }: TestingDeps,
		{ program: ofTests = '', timeoutMs, signal }: FinishOptions,
	): Promise<{ readonly durationMs: number; readonly problem?: string }> {
		const { after } = this.data;
		if (after === undefined) {
			return { durationMs: 0 };
		}
		const { checkout, project } = this.place;
		const [first = '', ...rest] = after.command;
		const program = fillText(first, { program: ofTests });
		const execution = await runner.run({
			command: [interpreters?.get(program) ?? program, ...rest.map(word => this.filled(word))],
			cwd: project === '' ? checkout.folder : `${checkout.folder}/${project}`,
			...{ reach: checkout.reach, env: this.filledAll(after.variables), timeoutMs },
			...(signal !== undefined && { signal }),
		});
		signal?.throwIfAborted();
		const problem = failureOf(execution);
		const { durationMs } = execution;
		return { durationMs, ...(problem && { problem: `What was recorded cannot be read: ${program} ${problem}` }) };
	}

	/** Workspace path of a folder with only the recordings. */
	get records(): string {
		return `${this.folder}/records`;
	}

	private filledAll(variables: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
		return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, this.filled(text)]));
	}

	/** With forward slashes, which each system understands: backslashes have a meaning in variables. */
	filled(text: string): string {
		const folder = `${this.place.checkout.folder.replaceAll('\\', '/')}/`;
		const recorder = `${folder}${this.folder}/${this.data.recorder?.program ?? ''}`;
		return fillText(text, { recorder, coverage: folder + this.records });
	}
}

/** Records what the programs of one project execute. */
export class Recording extends Recorder {
	private readonly paths: CoveragePaths;
	private problem: string | undefined;

	constructor(
		private readonly coverage: CoverageData,
		place: RecordingPlace,
	) {
		super(coverage, place);
		this.paths = new CoveragePaths(place.index, place.checkout.folder, place.project);
	}

	/** Reads the recording and removes it. */
	read(): AsyncGenerator<WrittenTestLines> {
		return readRecording(this.coverage, {
			...{ checkout: this.place.checkout, folder: this.records, start: this.start, paths: this.paths },
			onUnread: problem => {
				this.problem ??= problem;
			},
		});
	}

	/** The first reason why a file of a recording was not read, in a sentence for users. */
	get unread(): string | undefined {
		return this.problem;
	}
}

function failureOf(execution: Execution): string | undefined {
	const { exitCode, timedOut, signal } = execution;
	const printed = lastLines(execution);
	const end = timedOut ? 'took too long' : `ended with ${signal ?? `exit code ${exitCode}`}`;
	return exitCode === 0 && !timedOut ? undefined : `${end}${printed === '' ? '.' : `:\n${printed}`}`;
}
