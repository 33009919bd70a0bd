import type { Workspace } from '../../../history/pure/workspace';
import { textLines } from '../../../runs/pure/diff/textLines';
import type { Patch } from '../../../runs/pure/model/patch';
import { compareText } from '../../../system/pure/text/compareText';

/** The services needed to read code. */
export type Parsing = Pick<Workspace, 'languages' | 'parser'>;

/**
 * The result of a patch in its files: two patches with the same key are the same change. The positions of hunks, blanks
 * and comments make no difference; if there is no grammar, only blanks at the ends of lines and blank lines make none.
 */
export async function patchKey({ files }: Patch, parsing: Parsing, signal: AbortSignal): Promise<string> {
	const keys: (readonly [path: string, after: string | null])[] = [];
	for (const { path, before, after } of files) {
		const plain = async (text: string | undefined) =>
			text === undefined ? null : plainText(path, text, parsing, signal);
		const changed = await plain(after);
		if (changed !== (await plain(before))) {
			keys.push([path, changed]);
		}
	}
	return JSON.stringify(keys.sort(([a], [b]) => compareText(a, b)));
}

async function plainText(
	path: string,
	text: string,
	{ languages, parser }: Parsing,
	signal: AbortSignal,
): Promise<string> {
	const language = languages.of(path, text);
	const tokens =
		language === undefined
			? undefined
			: await parser.tokens(language, text, signal).catch(() => {
					signal.throwIfAborted();
					return undefined;
				});
	return tokens ?? plainLines(text);
}

function plainLines(text: string): string {
	return textLines(text)
		.map(line => line.text.trimEnd())
		.filter(line => line !== '')
		.join('\n');
}
