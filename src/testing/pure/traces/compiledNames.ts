import type { CompiledNameData } from '../../../code/pure/languages/crashData';
import type { LanguageData } from '../../../code/pure/languages/languageData';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { TraceFrame } from '../../../runs/pure/model/brief';
import { type CodeSymbol, containerName, isCallable } from '../../../runs/pure/model/symbol';

/** More definitions of a name say nothing about which one is meant. */
const limit = 40;
/** The head of a definition that a macro makes is at most this long. */
const headLines = 3;

/** Finds the functions that crash reports name without a place, or by a name that a compiler or a macro made. */
export class CompiledNames {
	private readonly names: readonly (CompiledNameData & { readonly pattern: RegExp })[];
	private readonly texts = new Map<string, Promise<readonly string[]>>();

	constructor(
		languages: readonly Pick<LanguageData, 'crashes'>[],
		private readonly workspace: Workspace,
	) {
		const known = languages.flatMap(({ crashes }) => crashes?.names ?? []);
		this.names = known
			.filter(({ definition }) => definition !== undefined)
			.map(data => ({ ...data, pattern: new RegExp(data.compiled) }));
	}

	/**
	 * The possible meanings of a frame: definitions of its function; none if its name is the one in the code, or unknown.
	 */
	async meanings(frame: TraceFrame): Promise<TraceFrame[]> {
		const { function: name, file } = frame;
		if (name === undefined) {
			return [];
		}
		const made = await this.madeByMacros(name, file);
		const found = made.length > 0 || file !== '' ? made : this.named(name);
		return inModule(found, frame.module)
			.slice(0, limit)
			.map(symbol => meaning(frame, symbol));
	}

	/** The functions of a name, in all files; of a qualified one in its class. */
	named(qualified: string): CodeSymbol[] {
		const [name = '', container] = qualified.split(/[.+]|::/).reverse();
		const found = this.workspace.index.code.named(name).filter(isCallable);
		return container === undefined ? found : found.filter(symbol => containerName(symbol) === container);
	}

	private async madeByMacros(name: string, file: string): Promise<CodeSymbol[]> {
		for (const { pattern, source, definition = '' } of this.names) {
			const match = pattern.exec(name);
			if (match !== null) {
				const filled = (text: string) => text.replaceAll('$1', match[1] ?? '');
				const candidates = source.flatMap(each => this.named(filled(each)));
				const near = candidates.filter(symbol => file === '' || sameName(symbol.file, file));
				return this.whose(near, new RegExp(filled(definition)));
			}
		}
		return [];
	}

	private async whose(symbols: readonly CodeSymbol[], definition: RegExp): Promise<CodeSymbol[]> {
		const isMeant = await Promise.all(
			symbols.map(async ({ file, startLine }) => {
				const lines = await this.linesOf(file);
				return definition.test(lines.slice(startLine - 1, startLine - 1 + headLines).join(' '));
			}),
		);
		return symbols.filter((_, at) => isMeant[at]);
	}

	private linesOf(file: string): Promise<readonly string[]> {
		const known = this.texts.get(file) ?? readIfText(this.workspace.files, file).then(splitLines);
		this.texts.set(file, known);
		return known;
	}
}

function sameName(path: string, written: string): boolean {
	return path.slice(path.lastIndexOf('/') + 1) === written.slice(written.lastIndexOf('/') + 1);
}

/** A line outside of the function is of another version of the file. */
function meaning(frame: TraceFrame, { file, name, nameLine, startLine, endLine }: CodeSymbol): TraceFrame {
	const { line = 0 } = frame;
	return { ...frame, file, function: name, line: startLine <= line && line <= endLine ? line : nameLine };
}

/** Those in a folder or file that has the name of the module, if there are any. */
function inModule(symbols: readonly CodeSymbol[], module: string | undefined): readonly CodeSymbol[] {
	const plain = module?.replaceAll('-', '_');
	const own = symbols.filter(({ file }) =>
		file.split('/').some(part => part.replace(/\.[^.]*$/, '').replaceAll('-', '_') === plain),
	);
	return own.length > 0 ? own : symbols;
}
