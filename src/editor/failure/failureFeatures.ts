import * as vscode from 'vscode';
import { type CulpritReport, keptCulprit } from '../../engine/culprit/culpritReport';
import { targetOfRun } from '../../engine/culprit/culpritTarget';
import { culpritText, type ReportStyle } from '../../engine/culprit/culpritText';
import { cardPlaces } from '../../engine/failure/cardRows';
import { readFailure, suspectOf } from '../../engine/failure/failureCard';
import { testIssueText, testSource } from '../../localizer/pure/brief/failedTest';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import { dateText } from '../../system/node/systemClock';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import { shownText } from '../../system/pure/text/shownText';
import { commandIssueText, commandLabel, isRead } from '../failedCommands/failedCommand';
import { contextKeys } from '../ids';
import { readTestArgument } from '../locate/registerLocate';
import { locateText } from '../locate/startLocating';
import { DecisionLogs } from '../patches/decisionLogs';
import type { Services } from '../services';
import { showsFailureCard } from '../settings/settings';
import { registerDocuments } from '../showError';
import { openPlace, rangeOfLines, uriOfPath } from '../workspacePaths';
import { type Failure, Failures, type ShownFailure } from './failures';
import { FailureView } from './failureView';
import { findCommit } from './findCommit';
import { type ShownTrace, traceFailedTest } from './traceFailedTest';
import { ValueDecorations } from './valueDecorations';

/** The card of a failure, and what its rows and buttons do. */
export class FailureFeatures implements vscode.Disposable {
	private readonly failures = new Failures();
	private readonly values = new ValueDecorations();
	private readonly reports = new FailureReports();
	private readonly disposables: vscode.Disposable;
	/** The trace of the failure with this key. */
	private traced: { readonly key: number; readonly trace: ShownTrace } | undefined;
	private reading = new AbortController();

	constructor(private readonly services: Services) {
		const view = new FailureView(this.failures, services);
		this.disposables = vscode.Disposable.from(view, this.failures, this.values, this.reports);
	}

	dispose(): void {
		this.reading.abort();
		this.disposables.dispose();
	}

	/** Shows the card of the command that failed last in a terminal, if its output leads to code of the workspace. */
	async readCommand(): Promise<void> {
		const { last } = this.services.failedCommands;
		if (last === undefined && this.failures.shown?.issue?.source.kind === 'command') {
			// The same command succeeds now.
			this.hide();
		}
		if (last === undefined || !isRead(last) || !showsFailureCard()) {
			return;
		}
		const title = commandLabel(last);
		const issue = { text: commandIssueText(last), source: { kind: 'command', ref: title } } as const;
		await this.read({ title, issue });
	}

	/**
	 * The failure that a menu or the view means: the failure of a test in VS Code's test menus, else the failure shown, else the
	 * failure of the run shown. Throws `UserError` if there is none.
	 */
	async failureOf(argument: unknown): Promise<ShownFailure> {
		const test = readTestArgument(argument);
		const { shown } = this.failures;
		if (test === undefined) {
			return shown ?? this.failureOfRun();
		}
		if (shown?.test?.id === test.id) {
			return shown;
		}
		const { names, id, file } = test;
		const text = testIssueText(test, await this.services.index.languages());
		const failure = this.failures.show({
			title: names.at(-1) ?? id,
			test: { id, names, ...(file !== undefined && { file }) },
			issue: { text, source: testSource(test) },
		});
		void this.read(failure, failure);
		return failure;
	}

	async trace(failure: ShownFailure): Promise<void> {
		const { test } = failure;
		if (test === undefined) {
			throw new UserError('It is not known which test failed. Select it in Test Results.');
		}
		await this.failures.during(failure, 'trace', async () => {
			const trace = await traceFailedTest(this.services, test);
			if (trace === undefined) {
				return undefined;
			}
			this.traced = { key: failure.key, trace };
			this.values.show(trace.values);
			this.services.context.set(contextKeys.traceShown, true);
			await this.showTrace();
			return { trace: trace.report };
		});
		if (this.failures.shown?.trace !== undefined) {
			// The functions that the test calls say more than its message.
			await this.read(failure, failure);
		}
	}

	/** Opens the report, and the line that raised the failure before it. */
	async showTrace(): Promise<void> {
		if (this.traced !== undefined) {
			const { title, text, place } = this.traced.trace;
			await this.reports.show(title, text);
			await (place && openPlace(place));
		}
	}

	clearValues(): void {
		this.values.show(new Map());
		this.services.context.set(contextKeys.traceShown, false);
	}

	async findCommit(failure: ShownFailure): Promise<void> {
		const { test, target = test && ({ kind: 'test', test } as const) } = failure;
		if (target === undefined) {
			throw new UserError('It is not known which test failed. Select it in Test Results.');
		}
		let culprit: CulpritReport | undefined;
		await this.failures.during(failure, 'culprit', async () => {
			culprit = await findCommit(this.services, target);
			return culprit && { culprit };
		});
		await this.showCulprit();
		await this.keep(culprit, failure.run ?? this.runAbout(test));
	}

	/** Id of the run shown, if it is about this test. */
	private runAbout(test: Failure['test']): string | undefined {
		const { run } = this.services.shown;
		const isSame = test !== undefined && run?.issue.source.test?.id === test.id;
		return isSame && !run.isReadOnly ? run.id : undefined;
	}

	/** Records the commit that broke it in a run, if one was found. */
	private async keep(report: CulpritReport | undefined, runId: string | undefined): Promise<void> {
		const culprit = report && keptCulprit(report);
		if (culprit !== undefined && runId !== undefined) {
			const { runs, shown, clock } = this.services;
			await new DecisionLogs(runs, shown, clock).emit(runId, { type: 'culpritFound', culprit });
		}
	}

	async showCulprit(): Promise<void> {
		const { culprit } = this.failures.shown ?? {};
		if (culprit !== undefined) {
			await this.reports.show(vscode.l10n.t('What Broke {0}', culprit.test), culpritText(culprit, plainStyle));
		}
	}

	/** Shows the lines of all rows in one list, the causes first. */
	async showLines(): Promise<void> {
		const { shown } = this.failures;
		const places = shown === undefined ? [] : cardPlaces(shown);
		const [first] = places;
		if (first === undefined || !(await openPlace(first))) {
			return;
		}
		const locations = places.flatMap(place => {
			const uri = uriOfPath(place.file);
			return uri === undefined ? [] : [new vscode.Location(uri, rangeOfLines(place))];
		});
		const { document, selection } = vscode.window.activeTextEditor ?? {};
		if (document !== undefined && selection !== undefined) {
			const shownAs = 'peek';
			await vscode.commands.executeCommand(
				'editor.action.peekLocations',
				...[document.uri, selection.active, locations, shownAs],
			);
		}
	}

	/** Locates the bug in a run, and then fixes it there. */
	async fix(): Promise<void> {
		const { issue, culprit } = this.failures.shown ?? {};
		if (issue === undefined) {
			throw new UserError('Select a failed test in Test Results.');
		}
		const { controller, shown } = this.services;
		const earlier = shown.run?.id;
		await locateText(this.services, issue.text, issue.source);
		const { run } = shown;
		if (run === undefined || run.id === earlier) {
			// No run began: another one was active.
			return;
		}
		await this.keep(culprit, run.id);
		if (!controller.isRunning && run.state === 'done' && run.selected.locations.length > 0) {
			await controller.fix();
		}
	}

	hide(): void {
		this.reading.abort();
		this.clearValues();
		this.failures.hide();
	}

	private failureOfRun(): ShownFailure {
		const { run } = this.services.shown;
		if (run === undefined) {
			throw new UserError('Select a failed test in Test Results.');
		}
		const target = targetOfRun(run);
		return this.failures.show({
			title: run.issue?.title ?? '',
			target,
			...(!run.isReadOnly && { run: run.id }),
			...(target.kind === 'test' && typeof target.test !== 'string' && { test: target.test }),
		});
	}

	/**
	 * Reads where a failure was raised, and what is suspected. One that is not `known` is shown only if it was raised in code of
	 * the workspace.
	 */
	private async read(failure: Failure, known?: ShownFailure): Promise<void> {
		const { issue: given } = failure;
		const issue = given && issueFromText(given.text, given.source);
		if (issue === undefined) {
			return;
		}
		this.reading.abort();
		this.reading = new AbortController();
		const { signal } = this.reading;
		try {
			using uses = new Disposals();
			const workspace = await this.services.index.upToDate(uses);
			const read = signal.aborted ? undefined : await readFailure(issue, workspace);
			if (read !== undefined && !signal.aborted) {
				const { brief, raisedAt, test } = read;
				const shown = known ?? this.failures.show(failure);
				const found = failure.test ?? test;
				this.failures.add(shown, { raisedAt, ...(found && { test: found }) });
				await this.failures.during(shown, 'search', async () => {
					const { trace } = this.failures.shown ?? {};
					const suspect = await suspectOf(issue, brief, workspace, { signal, trace });
					return suspect && { suspect };
				});
			}
		} catch (error) {
			if (!signal.aborted) {
				this.services.log.error('The failure could not be read.', error);
			}
		}
	}
}

/** For a document without colors, in an editor that wraps its lines. */
const plainStyle: ReportStyle = {
	style: (_style, text) => text,
	wrap: text => [text],
	date: seconds => dateText(seconds * 1000),
	namesOptions: false,
};

const scheme = 'faultline-failure';

/** The reports about a failure, as documents that cannot be edited, by their titles. */
class FailureReports implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly texts = new Map<string, string>();
	private readonly documents = registerDocuments(scheme, {
		onDidChange: this.changed.event,
		provideTextDocumentContent: ({ path }) => shownText(this.texts.get(path) ?? ''),
	});

	/** Opens a report; one of the same title is replaced. */
	async show(title: string, text: string): Promise<void> {
		const uri = vscode.Uri.from({ scheme, path: `/${title.replaceAll('/', ' ')}` });
		this.texts.set(uri.path, text);
		this.changed.fire(uri);
		await vscode.window.showTextDocument(uri, { preview: false });
	}

	dispose(): void {
		this.documents.dispose();
		this.changed.dispose();
	}
}
