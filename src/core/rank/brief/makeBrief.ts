import type { LanguageData } from '../../index/languageData';
import type { IssueBrief } from '../../model/brief';
import type { Issue } from '../../model/issue';
import { markCode } from './codeLines';
import { expectations } from './expectations';
import { fileNameTest } from './fileNameTest';
import { type IssueLine, issueLines, type LineKind } from './issueLines';
import { mentionedNames } from './mentionedNames';
import { mentionedPaths } from './mentionedPaths';
import { errorMessage, quotedStrings } from './quotedStrings';
import { markTemplate } from './templateSections';
import { markTracebacks } from './tracebacks';
import { withoutLinks, withoutListings, withoutNoise } from './withoutNoise';

/** Understands an issue without looking at any code. Takes time in proportion to the text, and at most 250 kB of it. */
export function makeBrief(issue: Issue, languages: readonly LanguageData[]): IssueBrief {
	const lines = issueLines(issue);
	const sections = markTemplate(lines);
	const blocks = markCode(lines);
	const tracebacks = markTracebacks(lines);
	const isFileName = fileNameTest(languages);
	const title = withoutLinks(issue.title.slice(0, 500)).trim();
	const prose = withoutNoise(textOf(lines, 'prose'));
	const codeBlocks = blocks.map(block => withoutListings(textOf(block, 'code'))).filter(text => text.trim() !== '');
	const errors = tracebacks.flatMap(({ error }) => error ?? []);
	const said = [title, ...lines.filter(({ kind }) => kind === 'prose' || kind === 'code').map(({ text }) => text)];
	return {
		title,
		prose,
		codeBlocks,
		tracebacks,
		names: mentionedNames({
			title,
			prose: [prose, ...errors.map(errorMessage)].join('\n'),
			code: codeBlocks,
			isFileName,
		}),
		strings: quotedStrings({ prose: `${title}\n${prose}`, code: codeBlocks, errors }),
		paths: mentionedPaths(said.join('\n'), isFileName),
		expectations: expectations(title, lines, sections),
	};
}

function textOf(lines: readonly IssueLine[], kind: LineKind): string {
	return lines
		.map(line => (line.kind === kind ? line.text : ''))
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.replace(/^\n+|\s+$/g, '');
}
