import * as vscode from 'vscode';
import { hunksBetween } from '../../../core/diff/hunksBetween';
import type { ReviewedFiles } from './reviewDocuments';

/**
 * Hovers and definitions in review documents, asked of the user's file, as language extensions serve files only. Pending
 * lines, which are not in that file, have none.
 */
export class ReviewLanguage implements vscode.HoverProvider, vscode.DefinitionProvider {
	constructor(private readonly review: ReviewedFiles) {}

	register(): vscode.Disposable {
		const { scheme } = this.review;
		return vscode.Disposable.from(
			vscode.languages.registerHoverProvider({ scheme }, this),
			vscode.languages.registerDefinitionProvider({ scheme }, this),
		);
	}

	async provideHover({ uri }: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
		const hovers = await this.ask<vscode.Hover>('vscode.executeHoverProvider', uri, position);
		return hovers.length === 0 ? undefined : new vscode.Hover(hovers.flatMap(({ contents }) => contents));
	}

	async provideDefinition({ uri }: vscode.TextDocument, position: vscode.Position): Promise<vscode.LocationLink[]> {
		const found = await this.ask<vscode.Location | vscode.LocationLink>(
			'vscode.executeDefinitionProvider',
			uri,
			position,
		);
		return found.map(each => ('uri' in each ? { targetUri: each.uri, targetRange: each.range } : each));
	}

	private async ask<T>(command: string, uri: vscode.Uri, position: vscode.Position): Promise<readonly T[]> {
		const file = this.review.fileOf(uri);
		const line = file && lineInFile(file.review.file ?? '', file.live, position.line + 1);
		if (file === undefined || line === undefined) {
			return [];
		}
		const at = new vscode.Position(line - 1, position.character);
		return vscode.commands.executeCommand<readonly T[]>(command, file.fileUri, at);
	}
}

/** Lines from 1; undefined for one that the file does not have. */
function lineInFile(file: string, live: string, line: number): number | undefined {
	let shift = 0;
	for (const { baseline, current } of hunksBetween(file, live)) {
		if (line < current.startLine) {
			break;
		}
		if (line < current.startLine + current.nLines) {
			return undefined;
		}
		shift += baseline.nLines - current.nLines;
	}
	return line + shift;
}
