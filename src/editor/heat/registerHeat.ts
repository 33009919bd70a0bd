import * as vscode from 'vscode';
import { heatLevels, heatNames } from '../../runs/pure/model/testing/heat';
import { spectrumCounts } from '../../runs/pure/model/testing/spectrum';
import { UserError } from '../../system/pure/errors/userError';
import { appendPlain, markdownText, setShown } from '../display';
import { engineText } from '../engineText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { openPlace } from '../workspacePaths';
import { HeatGutter } from './heatGutter';

/** Registers the suspicious lines of the run shown: the gutter, its legend in the status bar, and the commands. */
export function registerHeat({ extension, log, shown, context }: Services): vscode.Disposable {
	const gutter = new HeatGutter(shown, extension.extensionUri);
	const legend = vscode.window.createStatusBarItem('faultline-heat', vscode.StatusBarAlignment.Left, -1);
	legend.name = vscode.l10n.t('Faultline: Suspicious Lines');
	legend.command = commands.heatClear;
	const refresh = () => {
		context.set(contextKeys.heatShown, gutter.isShown);
		context.set(contextKeys.heatHidden, gutter.spectrum !== undefined && !gutter.isShown);
		drawLegend(legend, gutter);
	};
	refresh();
	return vscode.Disposable.from(
		...[gutter, legend],
		gutter.onDidChange(refresh),
		shown.onDidShow(refresh),
		registerCommand(log, commands.heatShow, () => showHeat(gutter)),
		registerCommand(log, commands.heatClear, () => gutter.show(false)),
	);
}

/** Opens the most suspicious function, unless a file with suspicious lines is visible. */
async function showHeat(gutter: HeatGutter): Promise<void> {
	const [first] = gutter.spectrum?.suspects ?? [];
	if (first === undefined) {
		throw new UserError(
			'The run shown has not measured what tests execute. Reproduce the bug, or locate it from a failed test.',
			{ cures: [{ kind: 'showRuns' }] },
		);
	}
	gutter.show(true);
	if (!gutter.isAnyVisible()) {
		const line = first.lines.toSorted((a, b) => b.score - a.score)[0]?.line ?? first.startLine;
		await openPlace({ file: first.file, startLine: line, endLine: line });
	}
}

function drawLegend(item: vscode.StatusBarItem, { isShown, spectrum }: HeatGutter): void {
	if (!isShown || spectrum === undefined) {
		item.hide();
		return;
	}
	const tooltip = markdownText();
	const counts = engineText(spectrumCounts(spectrum));
	appendPlain(tooltip, vscode.l10n.t('Lines by what {0} executed, measured by {1}.', counts, spectrum.measuredBy));
	tooltip.appendMarkdown('\n\n');
	const bars = heatLevels.map(level => `${level} ${engineText(heatNames[level])}`).join(', ');
	appendPlain(tooltip, vscode.l10n.t('Bars in the gutter: {0}.', bars));
	tooltip.appendMarkdown('\n\n');
	appendPlain(tooltip, vscode.l10n.t('Click to clear.'));
	setShown(item, { text: `$(graph) ${vscode.l10n.t('Suspicious lines: 4 bars highest, 1 low')}`, tooltip });
	item.show();
}
