import { between, inRecord, linesOf, type Wrapping } from '../wrapping';

/** Something in front of the first line or above it, and the pages that reports are copied from. */
export const firstLines: readonly Wrapping[] = [
	{ name: 'python-logging-root', kind: 'first line', wrap: between('ERROR:root:', '') },
	{
		name: 'serilog',
		kind: 'first line',
		wrap: inRecord((text, { time }) => `[${time} ERR] HTTP POST /checkout responded 500 in 31.2471 ms\n${text}`),
	},
	{
		name: 'ruby-logger',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction, pid }) => `F, [${day}T${time}.${fraction(6)} #${pid}] FATAL -- : ${text}`,
		),
	},
	{
		name: 'whatsapp',
		kind: 'site',
		wrap: inRecord((text, { time }) => `[${time.slice(0, 5)}, 3/2/2026] Ann: ${text}`),
	},
	{
		name: 'slack-copy',
		kind: 'site',
		wrap: inRecord((text, { time }) => {
			const lines = linesOf(text);
			const half = Math.ceil(lines.length / 2);
			return `Ann\n  ${time.slice(0, 5)}\n${lines.slice(0, half).join('\n')}\n${time.slice(0, 5)}\n${lines.slice(half).join('\n')}`;
		}),
	},
	{
		name: 'discord-copy',
		kind: 'site',
		wrap: inRecord(
			(text, { time }) =>
				`Ann — Today at ${time.slice(0, 5)}\n${text}\n(edited)\nBob — Today at ${time.slice(0, 5)}\nsame here`,
		),
	},
	{
		name: 'telegram-copy',
		kind: 'site',
		wrap: inRecord((text, { time }) => `Ann, [02.03.2026 ${time.slice(0, 5)}]\n${text}`),
	},
	{
		name: 'teams-copy',
		kind: 'site',
		wrap: inRecord((text, { time }) => `[Monday ${time.slice(0, 5)}] Ann Smith\n${text}`),
	},
	{
		name: 'sentry-copy',
		kind: 'site',
		wrap: between('Sentry Issue: [TILL-1A](https://sentry.example.org/issues/4711/)\n\n```\n', '\n```'),
	},
	{
		name: 'sentry-page',
		kind: 'site',
		wrap: between(
			'Handled: no\nLevel: error\nRelease: till@2.1.0\n\nStack Trace\nMost Relevant\nFull Stack Trace\nMinified\nRaw\n',
			'\n\nBreadcrumbs\nhttp POST /checkout [500]',
		),
	},
	{
		name: 'github-form',
		kind: 'site',
		wrap: between(
			'### Version\n\n2.1.0\n\n### Relevant log output\n\n```shell\n',
			'\n```\n\n### Code of Conduct\n\n- [X] I agree to follow it',
		),
	},
	{
		name: 'terminal-session',
		kind: 'site',
		wrap: between(
			'dev@till-01:~/shop$ make test\nrunning the tests\n',
			'\nmake: *** [Makefile:4: test] Error 1\ndev@till-01:~/shop$ ',
		),
	},
];
