import * as vscode from 'vscode';
import { statusText } from '../../core/model/run/endText';
import { roundsOf } from '../../core/model/run/runTree';
import { setShown } from '../display';
import { commands } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings';

/** The item in the status bar: shows the round of a live run, then what matters of its results; hidden otherwise. */
export class RunStatusItem implements vscode.Disposable {
	private readonly services: Pick<Services, 'shown' | 'patches' | 'controller' | 'index'>;
	private readonly item: vscode.StatusBarItem;
	private readonly disposable: vscode.Disposable;

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
		this.disposable.dispose();
	}

	private draw(): void {
		const { shown, controller } = this.services;
		const text = controller.isRunning ? this.runningText() : this.foundText();
		if (text === undefined) {
			this.item.hide();
			return;
		}
		setShown(this.item, { text, tooltip: shown.run && `Faultline: ${shown.run.title}` });
		this.item.show();
	}

	private runningText(): string {
		const { shown, index, controller } = this.services;
		if (controller.session.live && shown.run?.state === 'paused') {
			return shown.run.pause?.reason === 'person'
				? '$(debug-pause) Faultline: paused'
				: '$(bell-dot) Faultline: waiting for your input';
		}
		if (index.status.state === 'building') {
			return '$(loading~spin) Faultline: reading the code';
		}
		const nRounds = shown.run === undefined ? 0 : roundsOf(shown.run).length;
		return nRounds === 0 ? '$(loading~spin) Faultline' : `$(loading~spin) Faultline: round ${nRounds}`;
	}

	private foundText(): string | undefined {
		const { shown, patches } = this.services;
		const all = patches.patches();
		const text = shown.run && statusText(shown.run, all, readSettings().maxLocations);
		return text && `$(${all.length === 0 ? 'location' : 'diff'}) ${text}`;
	}
}
