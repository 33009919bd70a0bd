import * as vscode from 'vscode';
import { shownPatches } from '../../patches/pure/acceptance/shownPatches';
import { patchName, type ShownPatch } from '../../runs/pure/fold/shownPatch';
import type { RunStore } from '../../runs/pure/log/runStore';
import { UserError } from '../../system/pure/errors/userError';
import { readRun } from '../currentRun/readRun';
import type { ShownRun } from '../currentRun/shownRun';
import { engineText } from '../engineText';
import { registerDocuments } from '../showError';

const scheme = 'faultline-evidence';

/** Identifies one piece of evidence; it is part of the document's URI. */
interface EvidenceRef {
	readonly run: string;
	readonly patch: string;
	readonly label: string;
}

/** The evidence for or against a patch in full, as read-only documents: the command, and its output. */
export class EvidenceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly registered: vscode.Disposable;

	constructor(
		private readonly runs: Pick<RunStore, 'read'>,
		private readonly shown: ShownRun,
	) {
		this.registered = registerDocuments(scheme, this);
	}

	async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
		const { run: runId, patch, label } = JSON.parse(query) as EvidenceRef;
		const run = await readRun(runId, this.runs, this.shown);
		const shown = shownPatches(run).find(({ id }) => id === patch);
		const evidence = shown?.evidence.find(each => each.label === label);
		if (evidence === undefined) {
			throw new UserError(`The run has no "${label}" of patch ${patch}; it may have been removed.`);
		}
		return `${[engineText(evidence.text), evidence.details].filter(part => part !== '').join('\n\n')}\n`;
	}

	dispose(): void {
		this.registered.dispose();
	}
}

/** Opens a piece of evidence in an editor. */
export async function openEvidence(patch: Pick<ShownPatch, 'number'>, ref: EvidenceRef): Promise<void> {
	const path = `/${engineText(patchName(patch))}, ${engineText(ref.label)}.txt`;
	await vscode.window.showTextDocument(vscode.Uri.from({ scheme, path, query: JSON.stringify(ref) }));
}
