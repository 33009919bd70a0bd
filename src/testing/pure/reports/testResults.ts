import type { TestEvent } from '../../../code/pure/languages/runnerData';
import type { TestOutcome, TestResult } from '../../../runs/pure/model/testing/testReport';
import { headAndTail } from '../../../sandbox/pure/execution/patchedCopy';

/** A report's statements about one test. Its texts are of any size. */
export interface ReportedTest {
	readonly event: Exclude<TestEvent, 'planned' | 'finished'>;
	readonly id: string;
	readonly file?: string | undefined;
	readonly message?: string | undefined;
	readonly trace?: string | undefined;
}

/** Limits for the kept part of a report, which the tests of an untrusted project could have written. */
const most = { tests: 100_000, id: 1000, messageLines: 6, lineLength: 500, traceLines: 80 } as const;

/**
 * The tests of a report, each id once: of several results of one id, as of subtests, the worst counts. Parts that
 * differ from run to run are taken out: the folder of the scratch copy, addresses in memory.
 */
export class TestResults {
	/** The report states that it is whole. */
	isFinished = false;
	/** How many tests the runner found before it ran them; 0 if it does not report that. */
	nPlanned = 0;
	private readonly results = new Map<string, TestResult>();
	private readonly unended = new Map<string, TestResult>();
	private readonly unloaded = new Set<string>();
	private nLeftOut = 0;

	/** `folder`: the absolute path of the project's folder in the copy; `start`: its workspace path with a slash, or ''. */
	constructor(private readonly place: { readonly folder: string; readonly start: string }) {}

	add({ event, ...reported }: ReportedTest): void {
		const id = this.stable(reported.id).slice(0, most.id);
		if (event === 'started') {
			this.unended.set(id, this.resultOf(id, 'failed', reported));
			return;
		}
		this.unended.delete(id);
		if (event === 'notLoaded') {
			this.unloaded.add(id);
		}
		const result = this.resultOf(id, event === 'notLoaded' ? 'failed' : event, reported);
		const known = this.results.get(id);
		if (known === undefined && this.results.size >= most.tests) {
			this.nLeftOut++;
		} else if (known === undefined || badness[result.outcome] > badness[known.outcome]) {
			this.results.set(id, result);
		}
	}

	get tests(): readonly TestResult[] {
		return [...this.results.values()];
	}

	/** Tests that began and did not end. */
	get running(): readonly TestResult[] {
		return [...this.unended.values()].filter(({ id }) => !this.results.has(id));
	}

	/** Ids of files that could not be loaded. */
	get notLoaded(): readonly string[] {
		return [...this.unloaded];
	}

	/** How many tests are beyond the limit. */
	get tooMany(): number {
		return this.nLeftOut;
	}

	private resultOf(id: string, outcome: TestOutcome, { file, message, trace }: Partial<ReportedTest>): TestResult {
		const path = file === undefined || file === '' ? undefined : this.workspacePath(file);
		const isFailed = outcome === 'failed';
		const messageText = isFailed && message !== undefined ? this.stable(message).trim() : '';
		const traceText = isFailed && trace !== undefined ? this.stable(trace).trimEnd() : '';
		return {
			id,
			...(path !== undefined && { file: path }),
			outcome,
			...(messageText !== '' && { message: cut(messageText, most.messageLines) }),
			...(traceText !== '' && { trace: cut(traceText, most.traceLines) }),
		};
	}

	private workspacePath(file: string): string | undefined {
		const path = this.stable(file.replaceAll('\\', '/')).replace(/^\.\//, '');
		const isOutside =
			path.startsWith('/') || path.startsWith('../') || /^[A-Za-z]:/.test(path) || path.length > most.id;
		return isOutside ? undefined : `${this.place.start}${path}`;
	}

	private stable(text: string): string {
		return text
			.replaceAll(`${this.place.folder}/`, '')
			.replace(/(?<![\w.])(?:0x[0-9a-f]{6,16}|[\w$]@[0-9a-f]{6,8})\b/g, '0x…');
	}
}

const badness: Readonly<Record<TestOutcome, number>> = { skipped: 0, passed: 1, failed: 2 };

function cut(text: string, lines: number): string {
	// Not more of a huge text than can be kept is looked at.
	const limit = lines * most.lineLength;
	const short = text.length <= 2 * limit ? text : `${text.slice(0, limit)}\n${text.slice(-limit)}`;
	return headAndTail(short, { lines, lineLength: most.lineLength });
}
