import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { printDiff } from '../../../../src/runs/pure/diff/printDiff';
import { joinTextLines, type TextLine, textLines, usualEnd } from '../../../../src/runs/pure/diff/textLines';
import { repoRoot } from '../../../support/repoRoot';
import { triple } from './applyOn';

/** A change of some lines of a file that is known to the last byte, and an answer that asks for it. */
export interface RandomEdit {
	readonly path: string;
	readonly before: string;
	/** The file as it should be. */
	readonly after: string;
	readonly answer: string;
	readonly form: string;
	/** Whether nothing shows where it belongs. */
	readonly isBlank: boolean;
	/** Lines at the head and at the tail that the answer neither changes nor shows. */
	readonly untouched: readonly [head: number, tail: number];
}

/** As many lines as a diff shows around a change. */
const contextLines = 3;

/** Real files of this repository, in several languages, and made-up ones with all that is hard on a line. */
function fileTexts(): fc.Arbitrary<{ readonly path: string; readonly text: string }> {
	const patterns = [
		'src/*/pure/**/*.ts',
		'src/*/pure/**/*.md',
		'test/languages/fixtures/**/*.*',
		'syntaxes/*/language.json',
		'*.md',
	];
	const real = globSync(patterns, { cwd: repoRoot }).sort();
	const realFile = fc.constantFrom(...real).chain(path => {
		const text = readFileSync(join(repoRoot, path), 'utf8');
		// As text, the same lines have no syntax that an edit could break.
		return fc.constantFrom({ path: path.replaceAll('test/', 'kept/'), text }, { path: 'notes/file.txt', text });
	});
	return fc.oneof(realFile, madeUpFile());
}

function madeUpFile(): fc.Arbitrary<{ readonly path: string; readonly text: string }> {
	const ends = fc.oneof(fc.constant('\n'), fc.constant('\r\n'), fc.constantFrom('\n', '\r\n'));
	const line = hardLine();
	const lines = fc.array(fc.tuple(line, ends), { minLength: 1, maxLength: 40 });
	return fc
		.tuple(lines, fc.boolean(), fc.constantFrom('a.txt', 'dir/b.md', 'c d.cfg'))
		.map(([parts, isEnded, path]) => {
			const text = parts.map(([content, end]) => content + end).join('');
			return { path, text: isEnded ? text : text.replace(/\r?\n$/, '') };
		});
}

function hardLine(): fc.Arbitrary<string> {
	const odd = [
		'',
		' ',
		'\t',
		'    ',
		'\tx',
		'  \ty',
		'x  ',
		'...',
		'# ...',
		'=======',
		'```',
		'--- a',
		'+++ b',
		'@@ -1 +1 @@',
	];
	const tagged = [
		'<file>',
		'</patched>',
		'<original>x</original>',
		'<<<<<<< SEARCH',
		'>>>>>>> REPLACE',
		'&lt;b&gt;',
		'12 x',
		'{',
	];
	const wide = ['日本語 = 1', 'naïve — “x”', '😀\u200d😀', 'a\u2028b', '\u00a0x', 'e\u0301', 'ctrl\u0007'];
	const words = fc.array(fc.constantFrom('if', 'x', 'y', '(', ')', '=', 'return', ' ', '  ', '\t'), { maxLength: 12 });
	const huge = fc.nat(3).map(n => `${'long '.repeat(4000 + n)}${n}`);
	return fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(...odd, ...wide) },
		{ weight: 1, arbitrary: fc.constantFrom(...tagged) },
		{ weight: 6, arbitrary: words.map(parts => parts.join(' ')) },
		{ weight: 4, arbitrary: fc.string({ maxLength: 30 }).map(text => text.replaceAll(/[\r\n]/g, '')) },
		{ weight: 1, arbitrary: huge },
	);
}

/** Edits of one to eight lines that hold at least one that is not blank; what is new is odd, near to what is old, or both. */
export function randomEdits(): fc.Arbitrary<RandomEdit> {
	const forms = fc.constantFrom('triple', 'fenced', 'blocks', 'diff', 'call');
	return fc
		.tuple(
			fileTexts(),
			fc.nat(),
			fc.integer({ min: 1, max: 8 }),
			fc.array(hardLine(), { maxLength: 4 }),
			fc.nat(3),
			forms,
		)
		.map(([file, at, length, fresh, kind, form]) => {
			const lines = textLines(file.text);
			const start = lines.length === 0 ? 0 : at % lines.length;
			const old = lines.slice(start, start + length).map(({ text }) => text);
			return editOf(file, { lines, start, old, fresh: changed(old, fresh, kind) }, form);
		})
		.filter(edit => edit.before !== edit.after && !edit.isBlank);
}

/** One empty line and nothing at all are written alike: it is nothing. */
function changed(old: readonly string[], fresh: readonly string[], kind: number): string[] {
	const lines = changedBy(old, fresh, kind);
	return lines.length === 1 && lines[0] === '' ? [] : lines;
}

function changedBy(old: readonly string[], fresh: readonly string[], kind: number): string[] {
	const middle = Math.floor(old.length / 2);
	switch (kind) {
		case 0:
			return [...fresh];
		case 1:
			return [...old.slice(0, middle), ...fresh, ...old.slice(middle)];
		case 2:
			return [...old.slice(0, middle), ...fresh, ...old.slice(middle + 1)];
		default:
			return old.map((text, at) => (at === middle ? `    ${text}` : text));
	}
}

interface Splice {
	readonly lines: readonly TextLine[];
	readonly start: number;
	readonly old: readonly string[];
	readonly fresh: readonly string[];
}

function editOf({ path, text }: { path: string; text: string }, splice: Splice, form: string): RandomEdit {
	const after = spliced(splice);
	const { lines, start, old, fresh } = splice;
	const untouched = [start - contextLines, lines.length - start - old.length - contextLines] as const;
	const isBlank = old.every(line => line.trim() === '');
	const answer = printed(path, { old, fresh, before: text, after }, form);
	return { path, before: text, after, answer, form, isBlank, untouched };
}

/** Lines that both have in common keep their ends; the file ends as it did. */
function spliced({ lines, start, old, fresh }: Splice): string {
	const usual = usualEnd(lines);
	const put = fresh.map((text): TextLine => ({ text, end: usual }));
	const all = [...lines.slice(0, start), ...put, ...lines.slice(start + old.length)];
	const isEnded = lines.at(-1)?.end !== '';
	return joinTextLines(
		all.map(({ text, end }, at) => ({ text, end: at < all.length - 1 || isEnded ? end || usual : '' })),
	);
}

interface Change {
	readonly old: readonly string[];
	readonly fresh: readonly string[];
	readonly before: string;
	readonly after: string;
}

function printed(path: string, { old, fresh, before, after }: Change, form: string): string {
	const [original, patched] = [old.join('\n'), fresh.join('\n')];
	switch (form) {
		case 'triple':
			return triple(path, original, patched);
		case 'fenced':
			return `# modification 1\n\`\`\`\n${triple(path, original, patched)}\`\`\`\nThis should do.\n`;
		case 'blocks':
			return `${path}\n<<<<<<< SEARCH\n${original}\n=======\n${patched}\n>>>>>>> REPLACE\n`;
		case 'diff':
			return printDiff([{ path, before, after }]);
		default:
			return JSON.stringify({ path, old_text: original, new_text: patched });
	}
}
