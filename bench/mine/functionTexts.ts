import { CodeModel } from '../../src/code/pure/calls/codeModel';
import { indexText, type Parsing } from '../../src/code/pure/index/indexText';
import { SymbolIndex } from '../../src/code/pure/index/symbolIndex';

/** The functions in a text, by their ids, each with its own text. */
export async function functionTexts(
	path: string,
	text: string,
	parsing: Parsing,
): Promise<ReadonlyMap<string, string>> {
	const entry = { path, sizeBytes: Buffer.byteLength(text), modifiedMs: 0 };
	const index = new SymbolIndex();
	index.update((await indexText(entry, text, parsing)).file);
	const model = new CodeModel(index.units(index.files()), [0]);
	const units = Array.from({ length: model.nFunctions }, (_, at) => model.unit(at));
	const lines = text.split('\n');
	return new Map(
		units.flatMap(unit => {
			const parts = unit?.symbols.map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join('\n'));
			return unit === undefined || unit.isClass ? [] : [[unit.id, (parts ?? []).join('\n')] as const];
		}),
	);
}
