import type { Node } from 'web-tree-sitter';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** Subjects whose texts users read; prompts are `.md` files. */
const surfaces = ['runs', 'patches', 'engine', 'sharing', 'mcp', 'cli', 'webview', 'editor', 'testing'];

/** The only files that call a patch fixed: each reads it from the proof of a run, or from a proof record. */
const doors = [
	'src/runs/pure/fold/patchProof.ts',
	'src/sharing/pure/proof/',
	'src/cli/output/proofLinesText.ts',
	'src/cli/commands/verifyCommand.ts',
	'src/webview/map/boxContent.ts',
];

/** Texts that contain the word and are about no patch of a run: why, by the file and a part of the text. */
const others: readonly (readonly [file: string, text: string, why: string])[] = [
	['src/patches/pure/delivery/objections.ts', 'fixed', 'a commit of somebody else closes the issue'],
	['src/engine/agent/branching/', "'proven'", 'a value of the rules of a tree'],
	['src/engine/stages/select/votes.ts', 'fixes', 'a field of the answer of a model'],
	['src/cli/output/', 'fixed code', 'code that developers changed, in an evaluation'],
	['src/cli/eval/', 'fixed', 'code that developers changed, in an evaluation'],
	['src/cli/commands/evalCommand.ts', 'fixes', 'code that developers changed, in an evaluation'],
];

/** A sentence of the interface that states what a patch achieves without a proof. */
export function fixedWordViolations(source: SourceFile): string[] {
	const isShown = surfaces.some(name => source.path.startsWith(`src/${name}/`));
	if (!isShown || doors.some(door => source.path.startsWith(door))) {
		return [];
	}
	return nodesOfType(source.root, 'string', 'template_string', 'jsx_text')
		.filter(node => isWord(node) && !isImport(node) && !isExcused(source.path, node.text))
		.map(node => `${place(source, node)} calls something fixed without a proof: ${node.text.slice(0, 60)}`);
}

function isWord(node: Node): boolean {
	// Names of code in a template are no words of the text.
	const text = node.text.replaceAll(/\$\{[^}]*\}/g, ' ');
	return /\b(?:fixe[ds]|proven)\b/i.test(text) && !isUnionMember(node);
}

/** A value of a type, which nobody reads: `'proven' | 'unrefuted'`, `rules.accepts === 'proven'`. */
function isUnionMember({ text, parent }: Node): boolean {
	return /^'\w+'$/.test(text) && ['literal_type', 'binary_expression'].includes(parent?.type ?? '');
}

function isImport({ parent }: Node): boolean {
	return parent?.type === 'import_statement' || parent?.type === 'export_statement';
}

function isExcused(path: string, text: string): boolean {
	return others.some(([file, part]) => path.startsWith(file) && text.includes(part));
}
