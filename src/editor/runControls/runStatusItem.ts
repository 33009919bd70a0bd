import * as vscode from 'vscode';
import { activityText } from '../../runs/pure/fold/activity';
import { statusText } from '../../runs/pure/fold/runResult';
import { patchName } from '../../runs/pure/fold/shownPatch';
import { setShown } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings/settings';

/**
 * The only item in the status bar: shows the step of a live run, the pending changes of a review, then the main part of
 * the results; hidden otherwise.
 */
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
		const review = controller.isRunning ? undefined : this.reviewTooltip();
		const tooltip = review ?? (reason === undefined ? title : engineText(reason));
		this.item.command = review === undefined ? commands.menuShow : nextChange();
		setShown(this.item, {
			text,
			tooltip,
			...(review !== undefined && { accessibilityInformation: { label: review } }),
		});
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
		return shown.run === undefined
			? '$(loading~spin) Faultline'
			: `$(loading~spin) ${vscode.l10n.t('Faultline: {0}', engineText(activityText(shown.run)))}`;
	}

	private foundText(): string | undefined {
		const { shown, patches } = this.services;
		const all = patches.patches();
		const text = shown.run && statusText(shown.run, all, readSettings().maxLocations);
		const isReviewed = all.some(({ nPending }) => nPending !== undefined);
		return text && `$(${isReviewed ? 'eye' : all.length === 0 ? 'location' : 'diff'}) ${engineText(text)}`;
	}

	private reviewTooltip(): string | undefined {
		const reviewed = this.services.patches.patches().find(({ nPending }) => nPending !== undefined);
		if (reviewed === undefined) {
			return undefined;
		}
		const { nPending = 0, merged = [] } = reviewed;
		const title = engineText(patchName(reviewed));
		return [
			nPending === 1
				? vscode.l10n.t('1 change of {0} to accept or reject. Click to go to the next one.', title)
				: vscode.l10n.t('{0} changes of {1} to accept or reject. Click to go to the next one.', nPending, title),
			...(merged.length === 0 ? [] : [vscode.l10n.t('Merged with your changes in {0}.', merged.join(', '))]),
		].join(' ');
	}
}

function nextChange(): vscode.Command {
	return { command: commands.hunkNext, title: vscode.l10n.t('Go to Next Change of the Patch') };
}
