// The author of the reader of stack traces has not read this file: its wrappings measure whether the reader is general.
import { escapedHtml } from './escapes';
import { LogClock } from './logClock';
import { between, boxed, brokenAt, linesOf, mapLines, prefixed, type Wrapping } from './wrapping';

/** The second part of those of `heldOutWrappings.ts`. */
export const heldOutOthers: readonly Wrapping[] = [
	{ name: 'mail-quote-twice', kind: 'quote', wrap: trace => mapLines(trace, line => `> > ${line}`) },
	{
		name: 'markdown-list-fence',
		kind: 'quote',
		wrap: trace => `1. ${mapLines(`\`\`\`text\n${trace}\n\`\`\``, line => `   ${line}`.trimEnd()).trimStart()}`,
	},
	{
		name: 'markdown-indented',
		kind: 'quote',
		wrap: trace => mapLines(trace, line => (line === '' ? '' : `    ${line}`)),
	},
	{
		name: 'github-details',
		kind: 'quote',
		wrap: between('<details>\n<summary>Stack trace</summary>\n\n```\n', '\n```\n\n</details>'),
	},
	{ name: 'comment-slashes', kind: 'quote', wrap: trace => mapLines(trace, line => `// ${line}`) },
	{
		name: 'grep-numbers',
		kind: 'quote',
		wrap: (trace, random) => {
			const first = 1 + random(2000);
			return mapLines(trace, (line, at) => `${first + at}:${line}`);
		},
	},
	{
		name: 'grep-context',
		kind: 'quote',
		wrap: (trace, random) => {
			const first = 10 + random(2000);
			return mapLines(
				trace,
				(line, at) => `logs/till.log${at === 0 ? ':' : '-'}${first + at}${at === 0 ? ':' : '-'}${line}`,
			);
		},
	},
	{ name: 'jira-code', kind: 'quote', wrap: between('{code:java|title=log}\n', '\n{code}') },
	{ name: 'jira-quote', kind: 'quote', wrap: between('{quote}', '{quote}') },
	{ name: 'org-example', kind: 'quote', wrap: trace => mapLines(trace, line => `: ${line}`) },
	{ name: 'ascii-box', kind: 'box', wrap: trace => boxed(trace, '+-+|++') },
	{ name: 'double-box', kind: 'box', wrap: trace => boxed(trace, '╔═╗║╚╝') },
	{ name: 'crlf', kind: 'whitespace', wrap: trace => trace.replaceAll('\n', '\r\n') },
	{
		name: 'no-break-indent',
		kind: 'whitespace',
		wrap: trace =>
			mapLines(trace, line => line.replace(/^\s+/, blanks => '\u00a0'.repeat(blanks === '\t' ? 4 : blanks.length))),
	},
	{ name: 'no-break-everywhere', kind: 'whitespace', wrap: trace => trace.replaceAll(/[ \t]/g, '\u00a0') },
	{ name: 'no-indent', kind: 'whitespace', wrap: trace => mapLines(trace, line => line.trimStart()) },
	{
		name: 'doubled-indent',
		kind: 'whitespace',
		wrap: trace => mapLines(trace, line => line.replace(/^\s+/, blanks => blanks + blanks)),
	},
	{ name: 'spaces-to-tabs', kind: 'whitespace', wrap: trace => mapLines(trace, line => line.replace(/^ {3,8}/, '\t')) },
	{ name: 'one-space', kind: 'whitespace', wrap: trace => mapLines(trace, line => line.replaceAll(/[ \t]+/g, ' ')) },
	{
		name: 'format-flowed',
		kind: 'whitespace',
		wrap: trace =>
			mapLines(
				mapLines(trace, line => brokenAt(72, line).replaceAll('\n', ' \n')),
				line => line.replace(/^[ >]/, ' $&'),
			),
	},
	{ name: 'html-entities-twice', kind: 'encoding', wrap: trace => escapedHtml(escapedHtml(trace)) },
	{ name: 'markdown-escaped', kind: 'encoding', wrap: trace => trace.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&') },
	{ name: 'pasted-twice', kind: 'order', wrap: trace => `${trace}\n\n${trace}` },
	{
		name: 'repeated-requests',
		kind: 'order',
		wrap: (trace, random) => {
			const clock = new LogClock(random);
			const access = () => `172.18.0.1 - - [02/Mar/2026:${clock.next().time} +0000] "POST /checkout HTTP/1.1" 500 41`;
			return [access(), trace, access(), trace, access()].join('\n');
		},
	},
	{
		name: 'one-line-spaces',
		kind: 'one line',
		wrap: trace =>
			linesOf(trace)
				.map(line => line.trim())
				.filter(line => line !== '')
				.join(' '),
	},
	{ name: 'one-line-kept-indent', kind: 'one line', wrap: trace => trace.replaceAll('\n', ' ') },
	{
		name: 'middle-left-out',
		kind: 'loss',
		wrap: trace => {
			const { head, tail } = ends(trace);
			return [...head, '    ... 12 more ...', ...tail].join('\n');
		},
		kept: trace => {
			const { head, tail } = ends(trace);
			return [...head, ...tail].join('\n');
		},
	},
	{
		name: 'columns-cut',
		kind: 'loss',
		splitsNames: true,
		wrap: trace => mapLines(trace, line => (line.length > 100 ? `${line.slice(0, 99)}…` : line)),
		kept: trace =>
			linesOf(trace)
				.filter(line => line.length <= 100)
				.join('\n'),
	},
	{ name: 'irc-log', kind: 'site', wrap: prefixed(({ time }) => `${time.slice(0, 5)} <ann> `) },
	{
		name: 'bugsnag-page',
		kind: 'site',
		wrap: between(
			'EVENTS 17  USERS 3\nFirst seen 2 hours ago\nSTACKTRACE\nRAW\n',
			'\nAPP\nversion 2.1.0\nreleaseStage production',
		),
	},
	{
		name: 'powershell-session',
		kind: 'site',
		wrap: between('PS C:\\Users\\ann\\shop> .\\run.ps1\n', '\nPS C:\\Users\\ann\\shop> '),
	},
];

/** The first and the last third of the lines. */
function ends(trace: string): { readonly head: readonly string[]; readonly tail: readonly string[] } {
	const lines = linesOf(trace);
	const third = Math.ceil(lines.length / 3);
	return { head: lines.slice(0, third), tail: lines.slice(-third) };
}
