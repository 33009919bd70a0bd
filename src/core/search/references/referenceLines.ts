import { counted } from '../../model/counted';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';
import type { NameUse } from './nameUse';

const limits = { uses: 40, files: 20, line: 160 };

/** Uses as lines: below the name of each file, `12 Outer.run: code`. What is too much is counted by file. */
export async function referenceLines(context: SearchContext, uses: readonly NameUse[]): Promise<string[]> {
	const lines: string[] = [];
	const listed = uses.slice(0, limits.uses);
	for (const file of new Set(listed.map(use => use.file))) {
		const remarks = isTestFile(context.workspace, file) ? ' (test code)' : '';
		lines.push(`<file>${file}</file>${remarks}`);
		const texts = await context.texts.lines(file);
		for (const { line, within } of listed.filter(use => use.file === file)) {
			const code = (texts[line - 1] ?? '').trim();
			const short = code.length <= limits.line ? code : `${code.slice(0, limits.line)} …`;
			lines.push(`${line} ${within === '' ? '' : `${within}: `}${short}`);
		}
	}
	return [...lines, ...rest(uses.slice(limits.uses))];
}

function rest(uses: readonly NameUse[]): string[] {
	const files = [...new Set(uses.map(use => use.file))];
	const counts = files.map(file => `${file} (${uses.filter(use => use.file === file).length})`);
	const more = files.length > limits.files ? ', …' : '';
	return uses.length === 0
		? []
		: [
				`and ${uses.length} more in ${counted(files.length, 'file')}: ${counts.slice(0, limits.files).join(', ')}${more}`,
			];
}
