import { brokenAt, cutAt, inRecord, linesOf, mapLines, prefixed, type Wrapping } from '../wrapping';

/** Other blanks, orders and line ends, and lines that are missing. */
export const forms: readonly Wrapping[] = [
	{
		name: 'journald-reverse',
		kind: 'order',
		wrap: (trace, random) =>
			linesOf(prefixed(({ time, pid, service }) => `Mar 02 ${time} till-01 ${service}[${pid}]: `)(trace, random))
				.reverse()
				.join('\n'),
	},
	{ name: 'cr-only', kind: 'whitespace', wrap: trace => trace.replaceAll('\n', '\r') },
	{ name: 'doubled-cr', kind: 'whitespace', wrap: trace => trace.replaceAll('\n', '\r\r\n') },
	{ name: 'byte-order-mark', kind: 'whitespace', wrap: trace => `\ufeff${trace}` },
	{
		name: 'zero-width-breaks',
		kind: 'whitespace',
		splitsNames: true,
		wrap: trace => trace.replaceAll(/[/.]/g, mark => `${mark}\u200b`),
	},
	{ name: 'tabs-to-spaces', kind: 'whitespace', wrap: trace => trace.replaceAll('\t', '        ') },
	{
		name: 'terminal-padding',
		kind: 'whitespace',
		wrap: trace => mapLines(trace, line => line.padEnd(Math.ceil((line.length + 1) / 80) * 80)),
	},
	{ name: 'blank-lines', kind: 'whitespace', wrap: trace => trace.replaceAll('\n', '\n\n') },
	{ name: 'mailer-72', kind: 'whitespace', wrap: trace => mapLines(trace, line => brokenAt(72, line)) },
	{ name: 'mailer-80', kind: 'whitespace', wrap: trace => mapLines(trace, line => brokenAt(80, line)) },
	{
		name: 'terminal-100',
		kind: 'whitespace',
		splitsNames: true,
		wrap: trace => mapLines(trace, line => cutAt(100, line)),
	},
	{ name: 'lines-reversed', kind: 'order', wrap: trace => linesOf(trace).reverse().join('\n') },
	{
		name: 'newest-first-table',
		kind: 'order',
		wrap: (trace, random) =>
			linesOf(prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(3)}Z\ttill\terror\t`)(trace, random))
				.reverse()
				.join('\n'),
	},
	{
		name: 'one-line-bars',
		kind: 'one line',
		wrap: trace =>
			linesOf(trace)
				.map(line => line.trim())
				.join(' | '),
	},
	{ name: 'one-line-escapes', kind: 'one line', wrap: trace => trace.replaceAll('\n', '\\n').replaceAll('\t', '\\t') },
	{ name: 'one-line-carets', kind: 'one line', wrap: trace => trace.replaceAll('\n', '↵') },
	{
		name: 'rsyslog-escaped-lines',
		kind: 'one line',
		wrap: inRecord(
			(text, { time, pid }) =>
				`Mar  2 ${time} till-01 tilld[${pid}]: ${text.replaceAll('\n', '#012').replaceAll('\t', '#011')}`,
		),
	},
	{
		name: 'last-line-cut',
		kind: 'loss',
		wrap: trace => {
			const last = linesOf(trace).at(-1) ?? '';
			return trace.slice(0, trace.length - Math.ceil(last.length / 2));
		},
		kept: trace => linesOf(trace).slice(0, -1).join('\n'),
	},
	{
		name: 'first-lines-only',
		kind: 'loss',
		wrap: trace => `$ tail -f till.log | head\n${linesOf(trace).slice(0, -2).join('\n')}`,
		kept: trace => linesOf(trace).slice(0, -2).join('\n'),
	},
];
