import * as vscode from 'vscode';
import { rowsText, type ShownAnswer } from '../../localizer/pure/regions/regionText';
import { shownPatches } from '../../patches/pure/acceptance/shownPatches';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import { endText, provisionalText } from '../../runs/pure/fold/runResult';
import { patchName, patchSummary } from '../../runs/pure/fold/shownPatch';
import { confidence } from '../../runs/pure/model/confidence';
import { placeText } from '../../runs/pure/model/placeText';
import type { Place } from '../../runs/pure/model/symbol';
import { type Cure, cureLabel } from '../../system/pure/errors/cure';
import { shownLine } from '../../system/pure/text/shownText';
import { cureCommands } from '../applyCure';
import { appendCode, appendPlain, markdownText, modelMarkdown } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import { readSettings } from '../settings/settings';
import { rangeOfLines, uriOfPath } from '../workspacePaths';

/** The participant's answer in a chat. Text of unknown origin is never markup there. */
export class ChatAnswer {
	constructor(private readonly stream: vscode.ChatResponseStream) {}

	/** Shows the activity of a run; if it waits for the user, how to answer. */
	readonly onEvent = (event: RunEvent, run: Run): void => {
		if (event.type === 'indexed') {
			this.stream.progress(vscode.l10n.t('Indexed {0} files', event.nFiles));
		} else if (event.type === 'nodeClosed') {
			const { kind, title = '' } = run.nodes[event.node] ?? {};
			const summary = engineText(event.summary);
			this.stream.progress(shownLine(kind === 'round' ? summary : `${engineText(title)}: ${summary}`));
		} else if (event.type === 'paused' && event.reason !== 'person') {
			const review = event.reason === 'review';
			this.text(
				review
					? vscode.l10n.t('Review what will be sent, in the view of the run.')
					: vscode.l10n.t('A limit of the run is reached: decide in its view.'),
			);
			this.showRun(run, review ? vscode.l10n.t('Review') : vscode.l10n.t('Show Run'));
		}
	};

	/** A paragraph. */
	text(text: string): void {
		const markdown = markdownText();
		markdown.appendMarkdown('\n\n');
		appendPlain(markdown, text);
		this.stream.markdown(markdown.appendMarkdown('\n\n'));
	}

	/** Markdown of a model. */
	ofModel(text: string): void {
		this.stream.markdown(modelMarkdown(`${text}\n\n`));
	}

	/** The lines to read for the bug, as the tools show them to models; the view of the run has more. */
	regions(run: Run, { sureness, regions, others }: ShownAnswer): void {
		const { locations } = run.selected;
		const notes = [run.message, provisionalText(run)].filter(note => note !== undefined);
		for (const note of notes) {
			this.text(vscode.l10n.t('{0}.', engineText(note).replace(/\.$/, '')));
		}
		this.text(engineText(sureness));
		for (const { location, reason, rows, names, ...place } of regions) {
			const number = locations.findIndex(({ id }) => id === location?.id) + 1;
			const how = location === undefined ? [] : [engineText(confidence(location, run.selected))];
			this.place(number > 0 ? `**${number}.** ` : '', [names.join(', '), ...how], place);
			const code = markdownText();
			if (reason !== undefined) {
				code.appendMarkdown('\n\n');
				appendPlain(code, engineText(reason));
			}
			if (rows !== undefined) {
				appendCode(code, rowsText(rows));
				this.stream.markdown(code);
			} else {
				this.text(vscode.l10n.t('Its code is shown above.'));
			}
		}
		if (others.length > 0) {
			this.text(regions.length === 0 ? vscode.l10n.t('Guesses:') : vscode.l10n.t('Also possible:'));
		}
		for (const { file, line, name } of others) {
			this.place('\n- ', [name], { file, startLine: line, endLine: line });
		}
		this.stream.markdown('\n\n');
	}

	/** A link to a place in the code. */
	anchor(place: Place, text: string): void {
		const uri = uriOfPath(place.file);
		const title = shownLine(text);
		if (uri === undefined) {
			this.text(title);
		} else {
			this.stream.anchor(new vscode.Location(uri, rangeOfLines(place)), title);
		}
	}

	/** The patches of a run, each with its review. */
	patches(run: Run): void {
		const patches = shownPatches(run);
		this.text(engineText(endText(run, readSettings().maxLocations)));
		for (const patch of patches) {
			const name = engineText(patchName(patch));
			this.text(`${name}: ${engineText(patchSummary(patch))}`);
			this.button(vscode.l10n.t('Review {0}', name), commands.patchReview, patch.id);
		}
	}

	/** A button that shows the same run in our view. */
	showRun({ id }: Run, title = vscode.l10n.t('Show Run')): void {
		this.button(title, commands.runsShow, id);
	}

	/** Buttons for the cures of an error. */
	cures(cures: readonly Cure[]): void {
		for (const cure of cures) {
			if (cure.kind !== 'retry' && cure.kind !== 'install') {
				this.button(engineText(cureLabel(cure)), ...cureCommands[cure.kind]);
			}
		}
	}

	/** What a place is, and a link to it, whose text VS Code chooses. */
	private place(start: string, what: readonly string[], place: Place): void {
		const markdown = markdownText();
		markdown.appendMarkdown(start);
		appendPlain(markdown, [...what, ''].join(' · '));
		this.stream.markdown(markdown.appendMarkdown('&nbsp;'));
		this.anchor(place, placeText(place));
	}

	private button(title: string, command: string, ...args: readonly unknown[]): void {
		this.stream.button({ title, command, arguments: [...args] });
	}
}
