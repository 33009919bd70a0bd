import { colored, escapedHtml, quotedPrintable, smartQuotes } from '../escapes';
import { mapLines, type Wrapping } from '../wrapping';

/** Characters that are written in another way. */
export const encodings: readonly Wrapping[] = [
	{
		name: 'html-pre',
		kind: 'encoding',
		wrap: trace =>
			`<!DOCTYPE html>\n<html lang="en">\n<head><title>Error</title></head>\n<body>\n<pre>${escapedHtml(trace)}</pre>\n</body>\n</html>`,
	},
	{
		name: 'express-page',
		kind: 'encoding',
		wrap: trace =>
			`<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${escapedHtml(trace).replaceAll('\n', '<br>').replaceAll('  ', ' &nbsp;')}</pre>\n</body>\n</html>`,
	},
	{ name: 'html-entities', kind: 'encoding', wrap: trace => escapedHtml(trace) },
	{ name: 'html-breaks', kind: 'encoding', wrap: trace => mapLines(escapedHtml(trace), line => `${line}<br />`) },
	{
		name: 'url-query',
		kind: 'encoding',
		wrap: trace => `https://till.example.org/report?version=2.1.0&stack=${encodeURIComponent(trace)}`,
	},
	{
		name: 'form-encoded',
		kind: 'encoding',
		wrap: trace => new URLSearchParams({ version: '2.1.0', stack: trace }).toString(),
	},
	{ name: 'ansi-colors', kind: 'encoding', wrap: trace => colored(trace, '\x1b[') },
	{ name: 'ansi-without-escape', kind: 'encoding', wrap: trace => colored(trace, '[') },
	{ name: 'ansi-in-carets', kind: 'encoding', wrap: trace => colored(trace, '^[[') },
	{ name: 'quoted-printable', kind: 'encoding', splitsNames: true, wrap: quotedPrintable },
	{ name: 'smart-quotes', kind: 'encoding', wrap: smartQuotes },
	{
		name: 'mail-autolinks',
		kind: 'encoding',
		wrap: trace =>
			trace.replaceAll(
				/\b(?:basket\.js|stock\.py|voucher\.rb|parcel\.rs|pricing\.go|mailer\.php|Receipt\.java|Stamp\.kt|Discount\.cs|ledger\.c)\b/g,
				'$&<http://$&>',
			),
	},
	{
		name: 'slack-escaped',
		kind: 'encoding',
		wrap: trace => trace.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
	},
	{
		name: 'backslashes-doubled',
		kind: 'encoding',
		wrap: trace => trace.replaceAll('\\', '\\\\').replaceAll('"', '\\"'),
	},
];
