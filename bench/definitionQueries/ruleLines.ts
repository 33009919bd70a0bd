import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fields of `language.json` by which definitions are found. */
const fields = [
	...['definitions', 'descend', 'signed', 'signedInFunctions', 'sign'],
	...['nameless', 'anonymous', 'wrappers', 'leading'],
];

/** How many lines of a `language.json` are there to find definitions; without the bases of classes, which a query lacks. */
export function ruleLines(packageRoot: string, id: string): number {
	const lines = readFileSync(join(packageRoot, 'syntaxes', id, 'language.json'), 'utf8').split('\n');
	let field = '';
	let nLines = 0;
	for (const line of lines) {
		field = /^\t"(\w+)":/.exec(line)?.[1] ?? field;
		nLines += fields.includes(field) && line.trim() !== '' && !/^\t+"bases"/.test(line) ? 1 : 0;
	}
	return nLines;
}
