import { between, boxed, brokenAt, cutAt, linesOf, mapLines, type Wrapping } from '../wrapping';

/** Marks of mails, languages, formats and boxes. */
export const quotes: readonly Wrapping[] = [
	{
		name: 'terraform-error',
		kind: 'box',
		wrap: trace => `╷\n│ Error: local-exec provisioner error\n│ \n${mapLines(trace, line => `│ ${line}`)}\n╵`,
	},
	{
		name: 'mail-quote',
		kind: 'quote',
		wrap: trace => `On Mon, 2 Mar 2026 at 09:14, Ann <ann@example.org> wrote:\n${mapLines(trace, line => `> ${line}`)}`,
	},
	{ name: 'mail-quote-bare', kind: 'quote', wrap: trace => mapLines(trace, line => (line === '' ? '>' : `> ${line}`)) },
	{ name: 'mail-quote-tight', kind: 'quote', wrap: trace => mapLines(trace, line => `>>${line}`) },
	{ name: 'mail-bar', kind: 'quote', wrap: trace => mapLines(trace, line => `| ${line}`) },
	{
		name: 'bugzilla-reply',
		kind: 'quote',
		wrap: trace => `(In reply to Ann from comment #3)\n${mapLines(trace, line => `> ${line}`)}`,
	},
	{ name: 'markdown-fence', kind: 'quote', wrap: between('```\n', '\n```') },
	{
		name: 'markdown-quoted-fence',
		kind: 'quote',
		wrap: trace => mapLines(`\`\`\`\n${trace}\n\`\`\``, line => `> ${line}`.trimEnd()),
	},
	{
		name: 'markdown-table-cell',
		kind: 'quote',
		wrap: trace => {
			const cell = linesOf(trace)
				.map(line => line.replaceAll('|', '\\|'))
				.join('<br>');
			return `| Version | Error |\n|---|---|\n| 2.1.0 | ${cell} |`;
		},
	},
	{
		name: 'markdown-inline-code',
		kind: 'quote',
		wrap: trace => mapLines(trace, line => (line.trim() === '' ? line : `\`${line}\``)),
	},
	{
		name: 'rst-literal',
		kind: 'quote',
		wrap: trace => `::\n\n${mapLines(trace, line => (line === '' ? '' : `    ${line}`))}`,
	},
	{ name: 'rst-line-block', kind: 'quote', wrap: trace => mapLines(trace, line => `   | ${line}`) },
	{ name: 'comment-hash', kind: 'quote', wrap: trace => mapLines(trace, line => `# ${line}`) },
	{ name: 'comment-stars', kind: 'quote', wrap: trace => `/*\n${mapLines(trace, line => ` * ${line}`)}\n */` },
	{ name: 'comment-dashes', kind: 'quote', wrap: trace => mapLines(trace, line => `-- ${line}`) },
	{
		name: 'diff-added',
		kind: 'quote',
		wrap: trace => `@@ -1,2 +1,${linesOf(trace).length + 2} @@\n${mapLines(trace, line => `+${line}`)}`,
	},
	{ name: 'diff-spaced', kind: 'quote', wrap: trace => mapLines(trace, line => `+ ${line}`) },
	{
		name: 'cat-numbers',
		kind: 'quote',
		wrap: (trace, random) => {
			const first = 1 + random(200);
			return mapLines(trace, (line, at) => `${String(first + at).padStart(6)}\t${line}`);
		},
	},
	{
		name: 'editor-numbers',
		kind: 'quote',
		wrap: trace => mapLines(trace, (line, at) => `  ${String(at + 1).padEnd(3)} ${line}`),
	},
	{
		name: 'web-numbers',
		kind: 'quote',
		wrap: trace => mapLines(trace, (line, at) => `${at + 1}\n${line}`),
	},
	{ name: 'jira-noformat', kind: 'quote', wrap: between('{noformat}\n', '\n{noformat}') },
	{ name: 'trac-block', kind: 'quote', wrap: between('{{{\n', '\n}}}') },
	{ name: 'bbcode', kind: 'quote', wrap: between('[code]', '[/code]') },
	{ name: 'mediawiki', kind: 'quote', wrap: trace => mapLines(trace, line => ` ${line}`) },
	{ name: 'rich-panel', kind: 'box', wrap: trace => boxed(trace, '╭─╮│╰╯') },
	{
		name: 'rich-panel-wrapped',
		kind: 'box',
		splitsNames: true,
		wrap: trace =>
			boxed(
				linesOf(trace)
					.map(line => cutAt(76, line))
					.join('\n'),
				'╭─╮│╰╯',
			),
	},
	{ name: 'star-box', kind: 'box', wrap: trace => boxed(trace, '******') },
	{ name: 'equals-bars', kind: 'box', wrap: between(`${'='.repeat(70)}\n`, `\n${'='.repeat(70)}`) },
	{
		name: 'dashes-title',
		kind: 'box',
		wrap: between(
			'--------------- BEGIN STACK TRACE ---------------\n',
			'\n---------------- END STACK TRACE ----------------',
		),
	},
	{ name: 'left-bar', kind: 'box', wrap: trace => mapLines(trace, line => `┃ ${line}`) },
	{
		name: 'psql-cell',
		kind: 'box',
		wrap: trace => {
			const lines = linesOf(trace.replaceAll('\t', '        '));
			const width = Math.max(...lines.map(line => line.length));
			const cells = lines.map((line, at) => ` ${line.padEnd(width)}${at === lines.length - 1 ? '' : '+'}`);
			return [`${' '.repeat(width / 2)}error`, '-'.repeat(width + 2), ...cells, '(1 row)'].join('\n');
		},
	},
	{
		name: 'mailer-quoted',
		kind: 'quote',
		wrap: trace =>
			mapLines(
				mapLines(trace, line => brokenAt(72, line)),
				line => `> ${line}`,
			),
	},
];
