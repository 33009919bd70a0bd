import { LogClock } from '../logClock';
import { linesOf, mapLines, prefixed, type Wrapping } from '../wrapping';

/** Each line of a log begins with the same columns. */
export const prefixes: readonly Wrapping[] = [
	{
		name: 'docker-compose',
		kind: 'prefix',
		wrap: prefixed(({ service }) => `${service}-1  | `, { below: ['npm error code 1'] }),
	},
	{
		name: 'docker-compose-colors',
		kind: 'prefix',
		wrap: (trace, random) => {
			const color = 32 + random(5);
			return mapLines(trace, line => `\x1b[${color}mapi_1  |\x1b[0m ${line}`);
		},
	},
	{
		name: 'kubectl-prefix',
		kind: 'prefix',
		wrap: prefixed(({ pid, service }) => `[pod/${service}-7d9c5b8f6d-x${pid}/${service}] `),
	},
	{
		name: 'docker-timestamps',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(9)}Z `),
	},
	{
		name: 'heroku',
		kind: 'prefix',
		wrap: (trace, random) => {
			const clock = new LogClock(random);
			const time = () => {
				const { day, time: now, fraction } = clock.next();
				return `${day}T${now}.${fraction(6)}+00:00`;
			};
			const lines = linesOf(trace).map(line => `${time()} app[web.1]: ${line}`);
			return [...lines, `${time()} heroku[web.1]: Process exited with status 1`].join('\n');
		},
	},
	{
		name: 'syslog-rfc5424',
		kind: 'prefix',
		wrap: prefixed(
			({ day, time, fraction, pid, service }) => `<11>1 ${day}T${time}.${fraction(6)}Z till-01 ${service} ${pid} - - `,
		),
	},
	{
		name: 'rsyslog-escaped-tabs',
		kind: 'prefix',
		wrap: (trace, random) =>
			prefixed(({ time, pid, service }) => `Mar  2 ${time} till-01 ${service}[${pid}]: `)(
				trace.replaceAll('\t', '#011'),
				random,
			),
	},
	{
		name: 'github-actions',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(7)}Z `, {
			above: ['##[group]Run make test', 'make test', '##[endgroup]'],
			below: ['##[error]Process completed with exit code 1.'],
		}),
	},
	{
		name: 'gitlab-timestamps',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(6)}Z 01E `),
	},
	{
		name: 'jenkins-timestamper',
		kind: 'prefix',
		wrap: prefixed(({ time }) => `${time}  `, { above: ['+ make test'] }),
	},
	{
		name: 'azure-functions-host',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `[${day}T${time}.${fraction(3)}Z] `, {
			above: ["Executed 'Functions.Print' (Failed, Id=8a0f1d6c, Duration=31ms)"],
		}),
	},
	{
		name: 'azure-pipelines-errors',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `${day}T${time}.${fraction(7)}Z ##[error]`),
	},
	{
		name: 'aws-logs-tail',
		kind: 'prefix',
		wrap: prefixed(
			({ day, time, fraction }) => `${day}T${time}.${fraction(6)}+00:00 ${day.replaceAll('-', '/')}/[$LATEST]4f0c2e19 `,
		),
	},
	{
		name: 'gcloud-app-logs',
		kind: 'prefix',
		wrap: prefixed(({ day, time }) => `${day} ${time} default[20260302t081500]  `),
	},
	{
		name: 'logcat-threadtime',
		kind: 'prefix',
		wrap: prefixed(
			({ day, time, fraction, pid }) => `${day.slice(5)} ${time}.${fraction(3)} ${pid} ${pid + 12} E AndroidRuntime: `,
			{ above: ['FATAL EXCEPTION: main', 'Process: org.example.till, PID: 1864'] },
		),
	},
	{ name: 'logcat-brief', kind: 'prefix', wrap: prefixed(({ pid }) => `E/AndroidRuntime( ${pid}): `) },
	{
		name: 'android-studio',
		kind: 'prefix',
		wrap: (trace, random) => {
			const { day, time, fraction, pid } = new LogClock(random).next();
			const head = `${day} ${time}.${fraction(3)} ${pid}-${pid}  AndroidRuntime          org.example.till                     E  `;
			return mapLines(trace, (line, at) => `${at === 0 ? head : ' '.repeat(head.length)}${line}`);
		},
	},
	{
		name: 'dmesg',
		kind: 'prefix',
		wrap: prefixed(({ seconds, fraction }) => `[${String(seconds % 100_000).padStart(5)}.${fraction(6)}] `),
	},
	{ name: 'pm2', kind: 'prefix', wrap: prefixed(({ service }) => `0|${service}  | `) },
	{ name: 'lerna', kind: 'prefix', wrap: prefixed(({ service }) => `till-${service}: `) },
	{
		name: 'yarn-workspaces',
		kind: 'prefix',
		wrap: prefixed(({ service }) => `[@till/${service}]: `, { below: ['Process exited (exit code 1)'] }),
	},
	{
		name: 'nx-stream',
		kind: 'prefix',
		wrap: trace =>
			linesOf(trace)
				.filter(line => line.trim() !== '')
				.map(line => `api: ${line}`)
				.join('\n'),
	},
	{
		name: 'concurrently',
		kind: 'prefix',
		wrap: (trace, random) => {
			const at = random(3);
			return `${mapLines(trace, line => `[${at}] ${line}`)}\n[${at}] make test exited with code 1`;
		},
	},
	{
		name: 'ctest-verbose',
		kind: 'prefix',
		wrap: prefixed(() => '12: ', { above: ['Test command: /home/dev/shop/build/run'] }),
	},
	{ name: 'torchrun', kind: 'prefix', wrap: prefixed(() => '[rank0]: ') },
	{ name: 'mpirun-tags', kind: 'prefix', wrap: prefixed(() => '[1,0]<stderr>:') },
	{ name: 'ray-worker', kind: 'prefix', wrap: prefixed(({ pid }) => `(reserve pid=${pid}, ip=10.0.0.7) `) },
	{
		name: 'airflow-subprocess',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `[${day}, ${time}.${fraction(3)}+0000] {subprocess.py:93} INFO - `),
	},
	{
		name: 'buildkit-plain',
		kind: 'prefix',
		wrap: (trace, random) => {
			const seconds = `${1 + random(30)}.${100 + random(900)}`;
			const step = 'RUN make test';
			return `#12 [build 5/6] ${step}\n${mapLines(trace, line => `#12 ${seconds} ${line}`)}\n#12 ERROR: process "/bin/sh -c make test" did not complete successfully: exit code: 1`;
		},
	},
	{ name: 'maven-error', kind: 'prefix', wrap: prefixed(() => '[ERROR] ', { below: ['', 'BUILD FAILURE'] }) },
	{
		name: 'fly-logs',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction, pid }) => `${day}T${time}.${fraction(3)} app[4d89${pid}] fra [info] `),
	},
	{
		name: 'cloud-foundry',
		kind: 'prefix',
		wrap: prefixed(({ day, time, fraction }) => `   ${day}T${time}.${fraction(2)}+0000 [APP/PROC/WEB/0] ERR `),
	},
	{
		name: 'logcli',
		kind: 'prefix',
		wrap: prefixed(({ day, time }) => `${day}T${time}Z {app="till", pod="till-0"} `),
	},
	{ name: 'vagrant', kind: 'prefix', wrap: prefixed(() => '    default: ', { above: ['Running: inline script'] }) },
	{
		name: 'rails-tagged',
		kind: 'prefix',
		wrap: prefixed(({ pid }) => `[5e0f6a1c-90b2-4c41-8f6f-7d21c3b0${pid}] `),
	},
	{
		name: 'fpm-worker-output',
		kind: 'prefix',
		wrap: (trace, random) => {
			const clock = new LogClock(random);
			return mapLines(trace, line => {
				const { time, pid } = clock.next();
				return `[02-Mar-2026 ${time}] WARNING: [pool www] child ${pid} said into stderr: "${line}"`;
			});
		},
	},
	{
		name: 'aspnet-console',
		kind: 'prefix',
		wrap: trace =>
			`fail: Microsoft.AspNetCore.Server.Kestrel[13]\n      Connection id "0HN1CVJ8JDA5T": An unhandled exception was thrown by the application.\n${mapLines(trace, line => `      ${line}`)}`,
	},
];
