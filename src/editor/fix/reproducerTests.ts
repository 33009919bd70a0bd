import * as vscode from 'vscode';
import type { Reproducer } from '../../core/model/reproducer';
import { runReproducer } from '../../core/stages/reproduce/runReproducer';
import { errorText } from '../../core/util/errorText';
import { ProcessRunner } from '../../node/processRunner';
import type { Services } from '../services';
import { uriOfPath } from '../workspacePaths';
import { askToExecute } from './executionConsent';

type Parts = Pick<Services, 'shown' | 'index' | 'checkouts'>;

/**
 * The reproducers of the run shown, as tests the editor knows: green once the bug is gone from the workspace as it is now,
 * unsaved editors included. Each runs in a copy of it.
 */
export class ReproducerTests implements vscode.Disposable {
	private readonly parts: Parts;
	private readonly tests = vscode.tests.createTestController('faultlineReproducers', 'Bug Reproducers');
	private readonly listening: vscode.Disposable;

	constructor(parts: Parts) {
		this.parts = parts;
		this.tests.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token));
		this.listening = vscode.Disposable.from(
			parts.shown.onDidShow(() => this.show()),
			parts.shown.onDidChange(({ type }) => type === 'reproducerRan' && this.show()),
		);
		this.show();
	}

	dispose(): void {
		this.listening.dispose();
		this.tests.dispose();
	}

	/** Those that showed the bug. */
	private get reproducers(): readonly Reproducer[] {
		const { reproducers = [], reproducerRuns = [] } = this.parts.shown.run?.fix ?? {};
		const shown = reproducerRuns.filter(({ verdict, patch }) => verdict === 'reproduced' && patch === undefined);
		return reproducers.filter(({ id }) => shown.some(({ reproducer }) => reproducer === id));
	}

	private show(): void {
		const title = this.parts.shown.run?.issue.title ?? '';
		const place = this.parts.shown.run?.locations[0];
		const uri = place && uriOfPath(place.file);
		this.tests.items.replace(
			this.reproducers.map(({ id }) => {
				const item = this.tests.createTestItem(id, title, uri);
				item.description = id;
				return item;
			}),
		);
	}

	private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
		if ((await askToExecute(this.parts.shown.run?.engine ?? 'a model')) !== 'run') {
			return;
		}
		const run = this.tests.createTestRun(request);
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
		const wanted = request.include ?? [...this.tests.items].map(([, item]) => item);
		try {
			for (const item of wanted) {
				await this.runOne(run, item, abort.signal);
			}
		} finally {
			run.end();
		}
	}

	private async runOne(run: vscode.TestRun, item: vscode.TestItem, signal: AbortSignal): Promise<void> {
		const reproducer = this.reproducers.find(({ id }) => id === item.id);
		const { parser } = await this.parts.index.ready();
		const language = parser.languages.find(({ id }) => id === reproducer?.language)?.reproducer;
		if (reproducer === undefined || language === undefined || signal.aborted) {
			run.skipped(item);
			return;
		}
		run.started(item);
		const onOutput = (_stream: string, text: string) =>
			run.appendOutput(text.replace(/\r?\n/g, '\r\n'), undefined, item);
		const checkout = await this.parts.checkouts.create(`test-${reproducer.id}`, signal);
		try {
			const parts = { runner: new ProcessRunner(), checkout, language, onOutput, signal };
			const { verdict, why, execution } = await runReproducer(parts, reproducer.text);
			if (verdict === 'passed') {
				run.passed(item, execution.durationMs);
			} else {
				run.failed(item, new vscode.TestMessage(`${why}\n\n${execution.stderr}`), execution.durationMs);
			}
		} catch (error) {
			if (signal.aborted) {
				run.skipped(item);
			} else {
				run.errored(item, new vscode.TestMessage(errorText(error)));
			}
		} finally {
			await checkout.dispose();
		}
	}
}
