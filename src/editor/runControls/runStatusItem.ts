import * as vscode from 'vscode';
import { statusText } from '../../runs/pure/fold/runResult';
import { roundsOf } from '../../runs/pure/fold/runTree';
import { setShown } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings/settings';

/** The item in the status bar: shows the round of a live run, then the main part of its results; hidden otherwise. */
export class RunStatusItem implements vscode.Disposable {
	private readonly services: Pick<Services, 'shown' | 'patches' | 'controller' | 'index'>;
	private readonly item: vscode.StatusBarItem;
	private readonly disposable: vscode.Disposable;
	/** Draws the countdown to the next try of a request. */
	private ticking: NodeJS.Timeout | undefined;

	constructor(services: RunStatusItem['services']) {
		this.services = services;
		const { shown, patches, controller, index } = services;
		this.item = vscode.window.createStatusBarItem('faultline-run', vscode.StatusBarAlignment.Left, 0);
		this.item.name = 'Faultline';
		this.item.command = commands.menuShow;
		this.disposable = vscode.Disposable.from(
			this.item,
			shown.onDidShow(() => this.draw()),
			shown.onDidChange(() => this.draw()),
			patches.onDidChange(() => this.draw()),
			controller.onDidChangeSession(() => this.draw()),
			index.onDidChangeStatus(() => this.draw()),
		);
		this.draw();
	}

	dispose(): void {
		clearInterval(this.ticking);
		this.disposable.dispose();
	}

	private draw(): void {
		const { shown, controller } = this.services;
		this.tick(controller.session.retry !== undefined);
		const text = controller.isRunning ? this.runningText() : this.foundText();
		if (text === undefined) {
			this.item.hide();
			return;
		}
		const title = shown.run && vscode.l10n.t('Faultline: {0}', shown.run.title);
		const reason = controller.session.retry?.reason;
		setShown(this.item, { text, tooltip: reason === undefined ? title : engineText(reason) });
		this.item.show();
	}

	private tick(isWaiting: boolean): void {
		if (!isWaiting) {
			clearInterval(this.ticking);
			this.ticking = undefined;
		} else {
			this.ticking ??= setInterval(() => this.draw(), 1000);
		}
	}

	private runningText(): string {
		const { shown, index, controller } = this.services;
		const { retry } = controller.session;
		if (retry !== undefined) {
			return `$(watch) ${vscode.l10n.t('Faultline: retrying in {0} s', Math.ceil(retry.inMs / 1000))}`;
		}
		if (controller.session.live && shown.run?.state === 'paused') {
			return shown.run.pause?.reason === 'person'
				? `$(debug-pause) ${vscode.l10n.t('Faultline: paused')}`
				: `$(bell-dot) ${vscode.l10n.t('Faultline: waiting for your input')}`;
		}
		if (index.status.state === 'building') {
			return `$(loading~spin) ${vscode.l10n.t('Faultline: reading the code')}`;
		}
		const nRounds = shown.run === undefined ? 0 : roundsOf(shown.run).length;
		return nRounds === 0
			? '$(loading~spin) Faultline'
			: `$(loading~spin) ${vscode.l10n.t('Faultline: round {0}', nRounds)}`;
	}

	private foundText(): string | undefined {
		const { shown, patches } = this.services;
		const all = patches.patches();
		const text = shown.run && statusText(shown.run, all, readSettings().maxLocations);
		return text && `$(${all.length === 0 ? 'location' : 'diff'}) ${engineText(text)}`;
	}
}
