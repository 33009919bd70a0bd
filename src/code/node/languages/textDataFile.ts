import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../../system/pure/fields';
import { blockTables } from '../../pure/definitions/blocks/blockTables';
import type { TextData } from '../../pure/languages/textData';

/** The folder of it is no language. */
export const textFolder = 'text';

/**
 * Reads `syntaxes/text/kinds.json` below the package's folder; undefined if there is none. Throws `Error` that names a
 * wrong rule.
 */
export function readTextData(packageRoot: string): TextData | undefined {
	const file = join(packageRoot, 'syntaxes', textFolder, 'kinds.json');
	if (!existsSync(file)) {
		return undefined;
	}
	const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
	if (!isRecord(data) || !Array.isArray(data.kinds) || !Array.isArray(data.leftOut) || !isRecord(data.shared)) {
		throw new Error('it needs "leftOut", "shared" and "kinds"');
	}
	const texts = data as unknown as TextData;
	for (const kind of texts.kinds) {
		try {
			blockTables(kind, texts);
		} catch (error) {
			throw new Error(`"${kind.name}": ${(error as Error).message}`);
		}
	}
	return texts;
}
