// The author of the reader of stack traces has not read this file: its wrappings measure whether the reader is general.
import { escapedHtml, pythonString } from './escapes';
import { heldOutOthers } from './heldOutOthers';
import { LogClock } from './logClock';
import { between, inRecord, jsonLine, linesOf, mapLines, prefixed, type Wrapping } from './wrapping';

/** One third of the wrappings, by the hash of their names. */
export const heldOutWrappings: readonly Wrapping[] = [
	...heldOutOthers,
	{
		name: 'docker-compose-interleaved',
		kind: 'prefix',
		wrap: (trace, random) =>
			linesOf(trace)
				.flatMap((line, at) => {
					const other = `db-1   | 2026-03-02 09:14:02.${100 + at} UTC [27] LOG:  checkpoint starting: time`;
					return random(3) === 0 ? [other, `api-1  | ${line}`] : [`api-1  | ${line}`];
				})
				.join('\n'),
	},
	{
		name: 'cri-file',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(9)}Z stderr F `),
	},
	{
		name: 'foreman',
		kind: 'prefix',
		wrap: prefixed(({ time }) => `${time} web.1   | `, { above: ['started with pid 812'] }),
	},
	{
		name: 'journald-short',
		kind: 'prefix',
		wrap: prefixed(({ time, pid, service }) => `Mar 02 ${time} till-01 ${service}[${pid}]: `),
	},
	{
		name: 'journald-short-iso',
		kind: 'prefix',
		wrap: prefixed(({ day, time, pid, service }) => `${day}T${time}+0000 till-01 ${service}[${pid}]: `),
	},
	{
		name: 'systemctl-status',
		kind: 'prefix',
		wrap: (trace, random) => {
			const head = ['● tilld.service - Till', '     Loaded: loaded (/etc/systemd/system/tilld.service; enabled)'];
			const state = '     Active: failed (Result: exit-code) since Mon 2026-03-02 09:14:02 UTC; 4s ago';
			const lines = prefixed(({ time, pid, service }) => `Mar 02 ${time} till-01 ${service}[${pid}]: `)(trace, random);
			return [...head, state, '', lines].join('\n');
		},
	},
	{
		name: 'gh-run-view-log',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `build\tRun make test\t${day}T${time}.${fraction(7)}Z `, {
			below: ['##[error]Process completed with exit code 1.'],
		}),
	},
	{
		name: 'gitlab-sections',
		kind: 'first line',
		wrap: inRecord(
			(text, { seconds }) =>
				`section_start:${seconds}:step_script\r\x1b[0K\x1b[36;1mExecuting "step_script" stage of the job script\x1b[0;m\n\x1b[32;1m$ make test\x1b[0;m\n${text}\nsection_end:${seconds + 3}:step_script\r\x1b[0K\x1b[31;1mERROR: Job failed: exit code 1\n\x1b[0;m`,
		),
	},
	{
		name: 'teamcity',
		kind: 'prefix',
		wrap: prefixed(({ time }) => `[${time}]W:\t [Step 2/3] `, { below: ['Process exited with code 1'] }),
	},
	{
		name: 'jenkins-pipeline',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `[${day}T${time}.${fraction(3)}Z] `, { above: ['+ make test'] }),
	},
	{
		name: 'logcat-long',
		kind: 'prefix',
		wrap: (trace, random) => {
			const clock = new LogClock(random);
			return mapLines(trace, line => {
				const { day, time, fraction, pid } = clock.next();
				return `[ ${day.slice(5)} ${time}.${fraction(3)} ${pid}: ${pid} E/AndroidRuntime ]\n${line}\n`;
			});
		},
	},
	{ name: 'flutter-run', kind: 'prefix', wrap: prefixed(({ pid }) => `I/flutter ( ${pid}): `) },
	{
		name: 'xcode-console',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction, pid }) => `${day} ${time}.${fraction(6)}+0100 till[${pid}:90210] `),
	},
	{
		name: 'pm2-timestamps',
		kind: 'prefix',
		wrap: prefixed(({ day, time, service }) => `0|${service}  | ${day}T${time}: `),
	},
	{
		name: 'turbo',
		kind: 'prefix',
		wrap: prefixed(({ service }) => `@till/${service}:test: `, {
			above: ['cache miss, executing 0c9f4f1ec6f0be5c', '', '> make test'],
		}),
	},
	{
		name: 'pnpm-recursive',
		kind: 'prefix',
		wrap: trace =>
			`packages/api test$ make test\n${mapLines(trace, line => `packages/api test: ${line}`)}\npackages/api test: Failed`,
	},
	{ name: 'sbt-error', kind: 'prefix', wrap: prefixed(() => '[error] ') },
	{ name: 'stern', kind: 'prefix', wrap: prefixed(({ pid, service }) => `${service}-7d9c5b8f6d-x${pid} ${service} `) },
	{ name: 'fabric-hosts', kind: 'prefix', wrap: prefixed(() => '[till-01.example.org] out: ') },
	{
		name: 'python-logging-above',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction }) => `${day} ${time},${fraction(3)} ERROR till.web: request failed\n${text}`,
		),
	},
	{
		name: 'python-logging-inline',
		kind: 'first line',
		wrap: inRecord((text, { day, time, fraction }) => `${day} ${time},${fraction(3)} - till.web - ERROR - ${text}`),
	},
	{
		name: 'log4j-inline',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction }) => `${day} ${time},${fraction(3)} ERROR [main] org.example.web.Till - ${text}`,
		),
	},
	{
		name: 'spring-boot',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction, pid }) =>
				`${day}T${time}.${fraction(3)}Z ERROR ${pid} --- [till] [nio-8080-exec-1] o.a.c.c.C.[.[.[/].[dispatcherServlet]    : Servlet.service() for servlet [dispatcherServlet] in context with path [] threw exception [Request processing failed] with root cause\n\n${text}`,
		),
	},
	{
		name: 'uvicorn',
		kind: 'first line',
		wrap: inRecord(
			(text, { pid }) =>
				`INFO:     127.0.0.1:5${pid} - "POST /checkout HTTP/1.1" 500 Internal Server Error\nERROR:    Exception in ASGI application\n${text}`,
		),
	},
	{
		name: 'gunicorn',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, pid }) => `[${day} ${time} +0000] [${pid}] [ERROR] Error handling request /checkout\n${text}`,
		),
	},
	{
		name: 'celery-worker',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction }) =>
				`[${day} ${time},${fraction(3)}: ERROR/ForkPoolWorker-1] Task shop.reserve[0f3c9a52-6a0b-4f1e-9a42-2d1c7a6b1e11] raised unexpected: ${text}`,
		),
	},
	{
		name: 'lambda-console',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction }) =>
				`${day}T${time}.${fraction(3)}Z\t8f507cfc-1a2b-4c41-8f6f-7d21c3b05a5e\tERROR\t${text}\nEND RequestId: 8f507cfc-1a2b-4c41-8f6f-7d21c3b05a5e`,
		),
	},
	{
		name: 'rust-tracing',
		kind: 'first line',
		wrap: inRecord((text, { day, time, fraction }) => `${day}T${time}.${fraction(6)}Z ERROR till::web: ${text}`),
	},
	{
		name: 'nestjs',
		kind: 'first line',
		wrap: inRecord((text, { pid }) => `[Nest] ${pid}  - 03/02/2026, 9:14:02 AM   ERROR [ExceptionsHandler] ${text}`),
	},
	{
		name: 'zap-console',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, fraction }) =>
				`${day}T${time}.${fraction(3)}Z\tERROR\tweb/handler.go:31\trequest failed\t{"path": "/checkout"}\n${text}`,
		),
	},
	{
		name: 'nginx-fpm',
		kind: 'first line',
		wrap: inRecord(
			(text, { day, time, pid }) =>
				`${day.replaceAll('-', '/')} ${time} [error] ${pid}#${pid}: *1 FastCGI sent in stderr: "PHP message: ${text}" while reading response header from upstream, client: 172.18.0.1, server: _, request: "POST /checkout HTTP/1.1", upstream: "fastcgi://unix:/run/php/fpm.sock:", host: "localhost"`,
		),
	},
	{
		name: 'pytest-captured',
		kind: 'first line',
		wrap: between(
			'----------------------------- Captured stderr call -----------------------------\n',
			'\n=========================== short test summary info ============================\nFAILED tests/test_web.py::test_checkout - assert 500 == 200\n========================= 1 failed, 4 passed in 0.31s ==========================',
		),
	},
	{
		name: 'pino-json',
		kind: 'record',
		wrap: jsonLine((stack, { seconds, pid }) => ({
			level: 50,
			time: seconds * 1000,
			pid,
			hostname: 'till-01',
			err: { type: 'Error', message: 'checkout', stack },
			msg: 'request failed',
		})),
	},
	{
		name: 'zap-json',
		kind: 'record',
		wrap: jsonLine((stacktrace, { seconds, fraction }) => ({
			level: 'error',
			ts: Number(`${seconds}.${fraction(6)}`),
			caller: 'web/handler.go:31',
			msg: 'request failed',
			stacktrace,
		})),
	},
	{
		name: 'winston-json',
		kind: 'record',
		wrap: jsonLine((stack, { day, time, fraction }) => ({
			level: 'error',
			message: 'request failed',
			stack,
			timestamp: `${day}T${time}.${fraction(3)}Z`,
		})),
	},
	{
		name: 'gcp-json-payload',
		kind: 'record',
		wrap: inRecord((message, { day, time, fraction }) =>
			JSON.stringify(
				{
					insertId: '65e2f3aa0007d1',
					jsonPayload: { message, serviceContext: { service: 'till' } },
					resource: { type: 'cloud_run_revision', labels: { location: 'europe-west1' } },
					severity: 'ERROR',
					timestamp: `${day}T${time}.${fraction(6)}Z`,
				},
				undefined,
				2,
			),
		),
	},
	{
		name: 'docker-json-file',
		kind: 'record',
		wrap: (trace, random) => {
			const clock = new LogClock(random);
			return mapLines(trace, line => {
				const { day, time, fraction } = clock.next();
				return JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: `${day}T${time}.${fraction(9)}Z` });
			});
		},
	},
	{
		name: 'json-pretty',
		kind: 'record',
		wrap: trace =>
			JSON.stringify(
				{ statusCode: 500, error: 'Internal Server Error', path: '/checkout', stack: trace },
				undefined,
				2,
			),
	},
	{
		name: 'json-in-json',
		kind: 'record',
		wrap: jsonLine((text, { seconds }) => ({
			timestamp: seconds * 1000,
			message: JSON.stringify({ level: 'error', msg: 'request failed', stack: text }),
		})),
	},
	{ name: 'python-repr', kind: 'record', wrap: trace => `stderr: ${pythonString(trace)}` },
	{
		name: 'yaml-block',
		kind: 'record',
		wrap: trace =>
			`status: failed\nexitCode: 1\nmessage: |-\n${mapLines(trace, line => (line === '' ? '' : `  ${line}`))}\nrestarts: 3`,
	},
	{
		name: 'junit-xml',
		kind: 'record',
		wrap: trace =>
			`<testcase name="adds up" classname="Checkout" time="0.031">\n  <failure message="failed" type="Error">${escapedHtml(trace)}</failure>\n</testcase>`,
	},
];
