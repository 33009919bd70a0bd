import type { IssueLine } from './issueLines';

/**
 * Marks the lines that are code: fenced, indented, typed at a prompt, or shaped like a statement. Returns them as
 * blocks, without the fences.
 */
export function markCode(lines: readonly IssueLine[]): IssueLine[][] {
	const blocks = markFenced(lines);
	let run: IssueLine[] = [];
	for (const [at, line] of lines.entries()) {
		if (line.kind !== 'prose') {
			run = [];
		} else if (isCodeAt(lines, at)) {
			if (run.length === 0) {
				blocks.push(run);
			}
			line.kind = 'code';
			run.push(line);
		} else if (line.text !== '') {
			run = [];
		}
	}
	return blocks;
}

function markFenced(lines: readonly IssueLine[]): IssueLine[][] {
	const blocks: IssueLine[][] = [];
	let fence: { readonly close: string; readonly block: IssueLine[] } | undefined;
	for (const line of lines) {
		const text = line.text.trimStart();
		if (fence === undefined) {
			const close = closingFence(text);
			if (close !== undefined) {
				fence = { close, block: [] };
				blocks.push(fence.block);
				line.kind = 'left';
			}
		} else if (text.startsWith(fence.close)) {
			fence = undefined;
			line.kind = 'left';
		} else if (line.kind === 'prose') {
			line.kind = 'code';
			fence.block.push(line);
		}
	}
	return blocks;
}

/** The end of the block that a line opens. */
function closingFence(text: string): string | undefined {
	const open = /^(`{3,}|~{3,}(?!~))[^`]*$/.exec(text)?.[1];
	return open ?? (/^\{\{\{\s*(?:#!\w+)?$/.test(text) ? '}}}' : undefined);
}

function isCodeAt(lines: readonly IssueLine[], at: number): boolean {
	const text = lines[at]?.text ?? '';
	if (text === '') {
		return false;
	}
	if (isStatement(text)) {
		return true;
	}
	const before = lines[at - 1];
	return isSetIn(text) && before?.kind === 'code' && (isSetIn(before.text) || opensBlock.test(before.text));
}

function isSetIn(text: string): boolean {
	return /^(?: {4}|\t)/.test(text);
}

const opensBlock = /[:{([,]$/;

/** Shapes of statements in some language that no sentence has. */
function isStatement(text: string): boolean {
	return statementShapes.some(shape => shape.test(text));
}

const statementShapes: readonly RegExp[] = [
	// Typed at a prompt.
	/^\s*(?:>>>|In \[\d+\]:|Out\[\d+\]:|[$%] \w)/,
	// Ends like a statement or a block, or is only brackets.
	/[\w)\]'"]\s*[;{}]$/,
	/^\s*[)\]}]+[;,]?$/,
	// An assignment.
	/^\s*(?:(?:const|let|var|val|auto|final)\s+)?[\w.$]+(?:\[[^\]]*\])?(?:, ?[\w.$]+)*\s*(?:[-+*/|&]|:)?=\s*[^\s=].*[^.\s]$/,
	// A call or a list that continues.
	/^\s*(?:[\w.$]+\s*=\s*)?[\w.$]*[([{]$/,
	// Only a call, possibly returned or awaited.
	/^\s*(?:(?:await|return|new|yield|throw|raise|assert|print)\s+)?[\w.$:>-]+\((?:[^()]|\([^()]*\))*\)(?:\.\w+|\([^()]*\))*[:;{,]?$/,
	// A decorator or attribute.
	/^\s*(?:@[\w.]+(?:\([^)]*\)?)?|#\[[^\]]*\])$/,
	// The head of a definition or of a block.
	/^\s*(?:[a-z]+ ){1,4}[\w.:]+\([^)]*\)[^.]*[:{]$/,
	/^\s*(?:class|struct|interface|enum|trait|impl|if|elif|for|while|try|else|with|switch|namespace)\b.*[:{(]$/,
	// An import.
	/^\s*(?:from\s+[\w.]+\s+)?(?:import|use|using|require|include|package|#\s*include)\s+["'<]?[\w.:/*{}]+[">']?(?:\s+as\s+\w+)?(?:\s*,\s*\w+)*;?$/,
];
