import { pythonString } from '../escapes';
import { LogClock } from '../logClock';
import { inRecord, jsonLine, linesOf, type Wrapping } from '../wrapping';

/** The whole trace is a string in a line of data. */
export const records: readonly Wrapping[] = [
	{
		name: 'bunyan-json',
		kind: 'record',
		wrap: jsonLine((stack, { day, time, fraction, pid }) => ({
			name: 'till',
			hostname: 'till-01',
			pid,
			level: 50,
			err: { message: 'checkout', name: 'Error', stack },
			msg: 'request failed',
			time: `${day}T${time}.${fraction(3)}Z`,
			v: 0,
		})),
	},
	{
		name: 'ecs-json',
		kind: 'record',
		wrap: jsonLine((text, { day, time, fraction }) => ({
			'@timestamp': `${day}T${time}.${fraction(3)}Z`,
			'log.level': 'ERROR',
			message: 'request failed',
			'service.name': 'till',
			'error.stack_trace': text,
		})),
	},
	{
		name: 'json-among-lines',
		kind: 'record',
		wrap: (trace, random) => {
			const { day, time } = new LogClock(random).next();
			const info = { level: 'info', ts: `${day}T${time}Z`, msg: 'listening', port: 8080 };
			const error = { level: 'error', ts: `${day}T${time}Z`, msg: 'request failed', error: trace };
			const after = { level: 'info', ts: `${day}T${time}Z`, msg: 'POST /checkout', status: 500 };
			return [info, error, after].map(record => JSON.stringify(record)).join('\n');
		},
	},
	{
		name: 'json-array-of-lines',
		kind: 'record',
		wrap: trace =>
			JSON.stringify(
				{ errors: [{ message: 'Unexpected error', path: ['checkout'], extensions: { stacktrace: linesOf(trace) } }] },
				undefined,
				2,
			),
	},
	{
		name: 'logfmt',
		kind: 'record',
		wrap: inRecord(
			(text, { day, time, fraction }) =>
				`ts=${day}T${time}.${fraction(3)}Z level=error caller=web.go:31 msg="request failed" err=${JSON.stringify(text)}`,
		),
	},
	{
		name: 'python-bytes',
		kind: 'record',
		wrap: trace =>
			`subprocess.CompletedProcess(args=['make', 'test'], returncode=1, stdout=b'', stderr=b${pythonString(`${trace}\n`)})`,
	},
	{
		name: 'ruby-inspect',
		kind: 'record',
		wrap: trace => `Checkout failed: ${JSON.stringify(linesOf(trace)).replaceAll('","', '", "')}`,
	},
	{
		name: 'ansible-failed',
		kind: 'record',
		wrap: trace =>
			`fatal: [till-01]: FAILED! => {"changed": true, "cmd": ["make", "test"], "delta": "0:00:01.204", "msg": "non-zero return code", "rc": 1, "stderr": ${JSON.stringify(trace)}, "stderr_lines": ${JSON.stringify(linesOf(trace)).replaceAll('","', '", "')}, "stdout": "", "stdout_lines": []}`,
	},
	{
		name: 'yaml-quoted',
		kind: 'record',
		wrap: trace =>
			`- lastState:\n    terminated:\n      exitCode: 1\n      message: ${JSON.stringify(trace)}\n      reason: Error`,
	},
	{
		name: 'csv-cell',
		kind: 'record',
		wrap: inRecord(
			(text, { day, time }) => `id,time,user,error\n4711,${day} ${time},ann,"${text.replaceAll('"', '""')}"\n`,
		),
	},
	{
		name: 'junit-cdata',
		kind: 'record',
		wrap: trace =>
			`<testcase name="adds up" classname="Checkout" time="0.031">\n  <system-err><![CDATA[${trace}]]></system-err>\n</testcase>`,
	},
	{
		name: 'mysql-vertical',
		kind: 'record',
		wrap: inRecord(
			(text, { day, time }) =>
				`*************************** 1. row ***************************\n     id: 4711\nfailed_at: ${day} ${time}\n  error: ${text}\n1 row in set (0.00 sec)`,
		),
	},
];
