import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import type { TextData, TextKind } from '../languages/textData';
import { readBlocks } from './blocks/blockReader';
import { type BlockTables, blockTables } from './blocks/blockTables';

interface FoundBlocks {
	readonly blocks: readonly CodeSymbol[];
	/** The language of code in the text, see `TextKind`. */
	readonly code: string | undefined;
}

const usualKibibytes = 512;
/** A text whose rows are longer in the mean is not written by people. */
const meanRowLimit = 200;

/** Divides the texts that have no grammar into blocks, by the kinds of `syntaxes/text/kinds.json`. */
export class TextBlocks {
	private readonly byExtension = new Map<string, TextKind>();
	private readonly byFileName: readonly { readonly pattern: RegExp; readonly kind: TextKind }[];
	private readonly leftOut: readonly RegExp[];
	private readonly tables = new Map<TextKind, BlockTables>();

	constructor(private readonly data: TextData) {
		const { kinds, leftOut } = data;
		for (const kind of kinds) {
			for (const extension of kind.extensions) {
				this.byExtension.set(extension, this.byExtension.get(extension) ?? kind);
			}
		}
		this.byFileName = kinds.flatMap(kind =>
			(kind.fileNames ?? []).map(pattern => ({ pattern: new RegExp(`^(?:${pattern})$`), kind })),
		);
		this.leftOut = leftOut.map(pattern => new RegExp(pattern, 'i'));
	}

	/** Undefined for a text of no kind, such as documentation, and for data that a program made. */
	of(path: string, text: string): FoundBlocks | undefined {
		const kind = this.kindOf(path);
		if (kind === undefined || isData(text, kind)) {
			return undefined;
		}
		const tables = this.tables.get(kind) ?? blockTables(kind, this.data);
		this.tables.set(kind, tables);
		return { blocks: readBlocks(text, path, tables), code: kind.code };
	}

	private kindOf(path: string): TextKind | undefined {
		const name = path.slice(path.lastIndexOf('/') + 1);
		const dot = name.lastIndexOf('.');
		const named = this.byFileName.find(({ pattern }) => pattern.test(name))?.kind;
		const kind = named ?? (dot < 0 ? undefined : this.byExtension.get(name.slice(dot).toLowerCase()));
		return kind === undefined || this.leftOut.some(pattern => pattern.test(path)) ? undefined : kind;
	}
}

function isData(text: string, { mostKibibytes = usualKibibytes }: TextKind): boolean {
	const most = mostKibibytes * 1024;
	if (text.length > most) {
		return true;
	}
	let nRows = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		nRows++;
	}
	return text.length > meanRowLimit * Math.max(nRows, 20);
}
