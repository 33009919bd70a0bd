import { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { family } from '../../../code/pure/search/names/definition';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import type { Workspace } from '../../../history/pure/workspace';
import { type CodeSymbol, qualifiedName } from '../../../runs/pure/model/symbol';

/** One file as it is now, which may be newer than the index. */
export interface CurrentSource {
	readonly lines: readonly string[];
	/** An index of only this file. */
	readonly index: SymbolIndex;
}

/** Files read and parsed again, each once. */
export class CurrentSources {
	private readonly sources = new Map<string, Promise<CurrentSource>>();

	constructor(private readonly workspace: Workspace) {}

	/** Throws `FileUnreadableError` for a file that can no longer be read. */
	of(path: string): Promise<CurrentSource> {
		let source = this.sources.get(path);
		if (source === undefined) {
			source = this.read(path);
			this.sources.set(path, source);
		}
		return source;
	}

	/** The same definition in its file as it is now, or undefined if it is gone. Throws as `of` does. */
	async find(symbol: CodeSymbol): Promise<CodeSymbol | undefined> {
		const source = await this.of(symbol.file);
		const before = namesakes(this.workspace.index, symbol);
		const now = namesakes(source.index, symbol);
		const at = before.findIndex(other => other.startLine === symbol.startLine);
		const nearest = now.toSorted((a, b) => away(a, symbol) - away(b, symbol))[0];
		return now.length === before.length && at >= 0 ? now[at] : nearest;
	}

	private async read(path: string): Promise<CurrentSource> {
		const text = await this.workspace.files.readText(path);
		const known = this.workspace.index.file(path);
		const language = known?.language === undefined ? undefined : this.workspace.languages.of(path, text);
		const isParsed = known !== undefined && known.state !== 'text' && language !== undefined;
		const symbols = isParsed ? (await this.workspace.parser.symbols(language, path, text)).symbols : [];
		const index = new SymbolIndex();
		index.update({ path, sizeBytes: text.length, modifiedMs: 0, isTest: false, state: 'text', symbols });
		return { lines: splitLines(text), index };
	}
}

/** Everything in a symbol's file with the same name: overloads, the setter of a getter, branches of a condition. */
function namesakes(index: SymbolIndex, symbol: CodeSymbol): CodeSymbol[] {
	const path = qualifiedName(symbol);
	const symbols = index.file(symbol.file)?.symbols ?? [];
	return symbols.filter(other => qualifiedName(other) === path && family(other) === family(symbol));
}

function away(a: CodeSymbol, b: CodeSymbol): number {
	return Math.abs(a.startLine - b.startLine);
}
