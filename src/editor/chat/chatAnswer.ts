import * as vscode from 'vscode';
import { shownPatches } from '../../core/acceptance/shownPatches';
import { confidence } from '../../core/model/confidence';
import { type Cure, cureLabel } from '../../core/model/cure';
import type { BugLocation } from '../../core/model/location';
import { placeName, placeText } from '../../core/model/placeText';
import type { Run } from '../../core/model/run/run';
import type { RunEvent } from '../../core/model/run/runEvent';
import { endText, provisionalText } from '../../core/model/run/runResult';
import { shownEvidence } from '../../core/model/run/shownEvidence';
import { patchName, patchSummary } from '../../core/model/shownPatch';
import { shownLine } from '../../core/util/shownText';
import { cureCommands } from '../applyCure';
import { appendPlain, markdownText, modelMarkdown } from '../display';
import { commands } from '../ids';
import { knownText } from '../locations/locationHover';
import { readSettings } from '../settings';
import { rangeOfLines, uriOfPath } from '../workspacePaths';

/** What the participant writes into a chat. Text of unknown origin is never markup there. */
export class ChatAnswer {
	constructor(private readonly stream: vscode.ChatResponseStream) {}

	/** Shows what a run does; where it waits for the user, how to answer. */
	readonly onEvent = (event: RunEvent, run: Run): void => {
		if (event.type === 'indexed') {
			this.stream.progress(`Indexed ${event.nFiles} files`);
		} else if (event.type === 'nodeClosed') {
			const { kind, title = '' } = run.nodes[event.node] ?? {};
			this.stream.progress(shownLine(kind === 'round' ? event.summary : `${title}: ${event.summary}`));
		} else if (event.type === 'paused' && event.reason !== 'person') {
			const review = event.reason === 'review';
			this.text(
				review
					? 'Review what will be sent, in the view of the run.'
					: 'A limit of the run is reached: decide in its view.',
			);
			this.showRun(run, review ? 'Review' : 'Show Run');
		}
	};

	/** A paragraph. */
	text(text: string): void {
		const markdown = markdownText();
		appendPlain(markdown, text);
		this.stream.markdown(markdown.appendMarkdown('\n\n'));
	}

	/** Markdown of a model. */
	ofModel(text: string): void {
		this.stream.markdown(modelMarkdown(`${text}\n\n`));
	}

	/** The locations that the views show, the likely ones in detail. */
	locations(run: Run): void {
		const { locations } = run.selected;
		const shown = locations.slice(0, readSettings().maxLocations).filter(({ id }) => !run.dismissed.includes(id));
		const provisional = provisionalText(run);
		this.text(provisional === undefined ? endText(run) : `${provisional}.`);
		for (const [at, location] of shown.entries()) {
			this.stream.markdown(`${at + 1}. `);
			this.anchor(location);
			this.details(location, run);
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
		this.text(endText(run));
		for (const patch of patches) {
			this.text(`${patchName(patch)}: ${patchSummary(patch)}`);
			this.button(`Review ${patchName(patch)}`, commands.patchReview, patch.id);
		}
	}

	/** A button that shows the same run in our view. */
	showRun({ id }: Run, title = 'Show Run'): void {
		this.button(title, commands.runsShow, id);
	}

	/** Buttons for what helps against an error. */
	cures(cures: readonly Cure[]): void {
		for (const cure of cures) {
			if (cure.kind !== 'retry' && cure.kind !== 'install') {
				this.button(cureLabel(cure), ...cureCommands[cure.kind]);
			}
		}
	}

	private button(title: string, command: string, ...args: readonly unknown[]): void {
		this.stream.button({ title, command, arguments: [...args] });
	}

	private details(location: BugLocation, { selected }: Run): void {
		const markdown = markdownText();
		markdown.appendMarkdown(` · ${confidence(location, selected)}\n`);
		const known = location.lessLikely === true ? '' : knownText(location);
		const evidence = location.lessLikely === true ? [] : shownEvidence(location).map(({ text }) => text);
		for (const line of [known, ...evidence].filter(text => text !== '')) {
			markdown.appendMarkdown('   - ');
			appendPlain(markdown, line);
			markdown.appendMarkdown('\n');
		}
		this.stream.markdown(markdown.appendMarkdown('\n'));
	}
}
