import * as vscode from 'vscode';
import { emptyRun } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { Reproducer } from '../../runs/pure/model/reproducer';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import { OutcomeUnknownError } from '../../sandbox/pure/execution/debugger';
import { errorText } from '../../system/pure/errors/errorText';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { shownLine } from '../../system/pure/text/shownText';
import { TerminalText } from '../../system/pure/text/terminalText';
import { setShown, showMessage, testMessage } from '../display';
import type { EditorLog } from '../editorLog';
import { engineText } from '../engineText';
import { askToDebug } from '../execution/executionConsent';
import type { Services } from '../services';
import { showProblem } from '../showError';
import { uriOfPath } from '../workspacePaths';
import { DebuggerMissingError } from './debuggerMissingError';
import { ReproducerDebugger } from './reproducerDebugger';

type ReproducerTestsDeps = Pick<Services, 'shown' | 'index' | 'checkouts' | 'execution' | 'log'>;

/** Which tests the user wants to run. */
interface Requested {
	readonly tests: vscode.TestController;
	readonly request: vscode.TestRunRequest;
	readonly token: vscode.CancellationToken;
	readonly debugs: boolean;
}

/** One test to run, and how. */
interface RunTest {
	readonly run: vscode.TestRun;
	readonly item: vscode.TestItem;
	readonly signal: AbortSignal;
	readonly confinement: Confinement;
	readonly debugger: ReproducerDebugger | undefined;
}

/**
 * The reproducers of the run shown, as tests in the editor: green once the bug is gone from the current workspace, unsaved
 * editors included. Each is run or debugged in a copy of the workspace, which is deleted afterwards. There is a test
 * controller only while there are reproducers, because it puts the Testing icon in the window.
 */
export class ReproducerTests implements vscode.Disposable {
	private tests: vscode.TestController | undefined;
	private readonly listening: vscode.Disposable;

	constructor(private readonly deps: ReproducerTestsDeps) {
		this.listening = vscode.Disposable.from(
			deps.shown.onDidShow(() => this.show()),
			deps.shown.onDidChange(({ type }) => type === 'reproducerRan' && this.show()),
		);
		this.show();
	}

	dispose(): void {
		this.listening.dispose();
		this.tests?.dispose();
	}

	/** Reproducers that showed the bug. */
	private get reproducers(): readonly Reproducer[] {
		const { run } = this.deps.shown;
		const { reproducers, reproducerRuns } = fixOf(run ?? emptyRun);
		const shown = reproducerRuns.filter(({ verdict, patch }) => verdict === 'reproduced' && patch === undefined);
		return reproducers.filter(({ id }) => shown.some(({ reproducer }) => reproducer === id));
	}

	private show(): void {
		const { reproducers } = this;
		if (reproducers.length === 0) {
			this.tests?.dispose();
			this.tests = undefined;
			return;
		}
		this.tests ??= createTests(requested => this.run(requested));
		const { tests } = this;
		const title = this.deps.shown.run?.title ?? '';
		const place = this.deps.shown.run?.selected.locations[0];
		const uri = place && uriOfPath(place.file);
		tests.items.replace(
			reproducers.map(({ id }) => {
				const item = tests.createTestItem(id, shownLine(title), uri);
				return setShown(item, { description: id });
			}),
		);
	}

	private async run({ tests, request, token, debugs }: Requested): Promise<void> {
		const { execution, shown } = this.deps;
		const model = shown.run?.engine ?? vscode.l10n.t('a model');
		// VS Code itself asks for trust before any test runs.
		if (!execution.isTrusted() || !(await (debugs ? askToDebug(model) : execution.askForReproducers(model)))) {
			return;
		}
		const confinement = await execution.open();
		const run = tests.createTestRun(request);
		const abort = new AbortController();
		const listening = token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
		const requested = request.include ?? [...tests.items].map(([, item]) => item);
		try {
			for (const item of requested) {
				const runner = debugs ? new ReproducerDebugger(run, confinement.variables) : undefined;
				await this.runOne({ run, item, signal: abort.signal, confinement, debugger: runner });
			}
		} finally {
			listening.dispose();
			run.end();
		}
	}

	private async runOne(test: RunTest): Promise<void> {
		const { run, item, signal } = test;
		const reproducer = this.reproducers.find(({ id }) => id === item.id);
		if (reproducer === undefined || signal.aborted) {
			run.skipped(item);
			return;
		}
		run.started(item);
		try {
			await this.runInCopy(test, reproducer);
		} catch (error) {
			if (signal.aborted) {
				run.skipped(item);
			} else {
				showError(test, error, this.deps.log);
			}
		}
	}

	private async runInCopy(
		{ run, item, signal, confinement, debugger: reproducerDebugger }: RunTest,
		{ id, language, text }: Reproducer,
	): Promise<void> {
		const { parser } = await this.deps.index.ready();
		const data = parser.languages.find(each => each.id === language)?.reproducer;
		if (data === undefined) {
			run.skipped(item);
			return;
		}
		const cleaned = new TerminalText();
		const onOutput = (_stream: string, piece: string) => run.appendOutput(cleaned.add(piece), undefined, item);
		// A debugger could write through links.
		const dependencies = reproducerDebugger === undefined ? confinement.dependencies : 'copied';
		const checkout = await this.deps.checkouts.with(dependencies).create(`test-${id}`, signal);
		try {
			const { runner: confined, interpreters } = confinement;
			const how = { runner: confined, interpreters, checkout, language: data, onOutput, signal };
			const runner = reproducerDebugger && { debugger: reproducerDebugger };
			const { runReproducer } = await import('../../engine/stages/reproduce/runReproducer');
			const { verdict, why, execution } = await runReproducer({ ...how, ...runner }, text);
			if (verdict === 'passed') {
				run.passed(item, execution.durationMs);
			} else {
				run.failed(item, testMessage(`${engineText(why)}\n\n${execution.stderr}`), execution.durationMs);
			}
		} finally {
			await checkout.dispose();
		}
	}
}

function createTests(run: (requested: Requested) => Promise<void>): vscode.TestController {
	const tests = vscode.tests.createTestController('faultlineReproducers', vscode.l10n.t('Bug Reproducers'));
	const { Run, Debug } = vscode.TestRunProfileKind;
	for (const [name, kind] of [[vscode.l10n.t('Run'), Run] as const, [vscode.l10n.t('Debug'), Debug] as const]) {
		tests.createRunProfile(name, kind, (request, token) => run({ tests, request, token, debugs: kind === Debug }));
	}
	return tests;
}

function showError({ run, item }: RunTest, error: unknown, log: EditorLog): void {
	const text = engineText(errorText(error));
	// VS Code shows the message of a test without a line only in a tooltip.
	run.appendOutput(new TerminalText().add(`${text}\n`), undefined, item);
	if (error instanceof OutcomeUnknownError) {
		run.skipped(item);
		return;
	}
	run.errored(item, testMessage(text));
	if (error instanceof DebuggerMissingError) {
		void offerExtension(error);
	} else if (error instanceof ProgramMissingError) {
		void showProblem(log, error);
	}
}

async function offerExtension({ message, extension }: DebuggerMissingError): Promise<void> {
	const show = vscode.l10n.t('Show Extension');
	if ((await showMessage('Warning', engineText(message), show)) === show) {
		await vscode.commands.executeCommand('workbench.extensions.search', `@id:${extension}`);
	}
}
