import * as vscode from 'vscode';
import { shownPatches } from '../../patches/pure/acceptance/shownPatches';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import { endText, provisionalText } from '../../runs/pure/fold/runResult';
import { shownEvidence } from '../../runs/pure/fold/shownEvidence';
import { patchName, patchSummary } from '../../runs/pure/fold/shownPatch';
import { confidence } from '../../runs/pure/model/confidence';
import type { BugLocation } from '../../runs/pure/model/location';
import { placeName, placeText } from '../../runs/pure/model/placeText';
import { type Cure, cureLabel } from '../../system/pure/errors/cure';
import { grouped } from '../../system/pure/text/counted';
import { shownLine } from '../../system/pure/text/shownText';
import { cureCommands } from '../applyCure';
import { appendPlain, markdownText, modelMarkdown } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import { knownText } from '../locations/locationHover';
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

	/** The likely locations, else the first guesses; the view has the others. */
	locations(run: Run): void {
		const { selected, dismissed } = run;
		const provisional = provisionalText(run);
		this.text(provisional === undefined ? engineText(endText(run)) : vscode.l10n.t('{0}.', engineText(provisional)));
		const numbered = selected.locations
			.map((location, at) => ({ location, number: at + 1 }))
			.filter(({ location }) => !dismissed.includes(location.id));
		const likely = numbered.filter(({ location }) => location.lessLikely !== true);
		const shown = likely.length > 0 ? likely : numbered.slice(0, mostGuesses);
		for (const { location, number } of shown) {
			const head = markdownText();
			head.appendMarkdown(`**${number}.** `);
			appendPlain(head, `${placeName(location)} · ${engineText(confidence(location, selected))} ·`);
			head.appendMarkdown('&nbsp;');
			this.stream.markdown(head);
			this.anchor(location);
			this.details(location);
		}
		const nLeft = numbered.length - shown.length;
		if (nLeft > 0) {
			this.text(
				nLeft === 1
					? vscode.l10n.t('1 less likely location: see the run.')
					: vscode.l10n.t('{0} less likely locations: see the run.', grouped(nLeft)),
			);
		}
	}

	/** A link to a place in the code. */
	anchor(location: BugLocation): void {
		const uri = uriOfPath(location.file);
		const title = shownLine(`${placeName(location)} (${placeText(location)})`);
		if (uri === undefined) {
			this.text(title);
		} else {
			this.stream.anchor(new vscode.Location(uri, rangeOfLines(location)), title);
		}
	}

	/** The patches of a run, each with its review. */
	patches(run: Run): void {
		const patches = shownPatches(run);
		this.text(engineText(endText(run)));
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

	private button(title: string, command: string, ...args: readonly unknown[]): void {
		this.stream.button({ title, command, arguments: [...args] });
	}

	private details(location: BugLocation): void {
		const markdown = markdownText();
		markdown.appendMarkdown('\n\n');
		const evidence = shownEvidence(location).map(({ text }) => engineText(text));
		for (const line of [knownText(location), ...evidence].filter(text => text !== '')) {
			markdown.appendMarkdown('- ');
			appendPlain(markdown, line);
			markdown.appendMarkdown('\n');
		}
		this.stream.markdown(markdown.appendMarkdown('\n'));
	}
}

/** The number of locations shown if none is likely. */
const mostGuesses = 3;
