import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { issueTitle } from '../../../../src/localizer/pure/brief/readOutput';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { installedGrammars } from '../../../support/grammars';

const script = `TypeError: Cannot read properties of undefined (reading 'factor')
    at Basket.total (/app/lib/basket.js:9:21)
    at checkout (/app/lib/basket.js:14:23)`;
const quoted = `Traceback (most recent call last):
  File "/srv/till/app/stock.py", line 10, in reserve
    return [stock.take(name) for name in names]
  File "/srv/till/app/stock.py", line 6, in take
    return self.counts[name] - 1
KeyError: 'pear'`;
const twoLines = `panic: runtime error: index out of range [3]
goroutine 15 [running]:
example.org/till/pkg/pricing.(*Rule).Apply(...)
	/build/till/pkg/pricing/pricing.go:6
example.org/till/pkg/pricing.Sum({0xc000010000, 0x1, 0x1}, 0x64)
	/build/till/pkg/pricing/pricing.go:11 +0x9a`;

const traces = { script, quoted, twoLines };
const each = (text: string, map: (line: string, at: number) => string) => text.split('\n').map(map).join('\n');
const second = (at: number) => String(10 + at).padStart(2, '0');

/** As programs, services and people write them around a trace. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
	'the name of a container': text =>
		`db-1  | ready\n${each(text, line => `api-1 | ${line}`)}\napi-1 exited with code 1`,
	'a time, a host and a process': text =>
		each(text, (line, at) => `Mar 02 09:14:${second(at)} till-01 tilld[81${at}]: ${line}`),
	'a quotation of a quotation': text => `${each(text, line => `> > ${line}`)}\n> Any idea?`,
	'a box': text => `╭─────╮\n${each(text, line => `│ ${line.replaceAll('\t', '    ').padEnd(90)} │`)}\n╰─────╯`,
	'line numbers': text => each(text, (line, at) => `${String(at + 1).padStart(3)} | ${line}`),
	'colors without their first character': text => each(text, line => `[31m${line}[0m`),
	'an object in JSON': text =>
		`{"level":"info","msg":"listening on port 8080"}\n${JSON.stringify({ level: 'error', msg: 'request failed', err: { stack: text } })}`,
	'a value of a key': text => `level=error ts=2026-03-02T09:14:02Z msg="request failed" stack=${JSON.stringify(text)}`,
	'JSON in JSON': text => JSON.stringify({ log: JSON.stringify({ stack: text }) }),
	'line ends as they are escaped': text => text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
	'a page': text =>
		`<pre>${text.replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('\n', '<br>\n')}</pre>`,
	'a mail in quoted-printable': text =>
		each(text.replaceAll('=', '=3D'), line => (line.length > 40 ? `${line.slice(0, 40)}=\n${line.slice(40)}` : line)),
	'a log of records, one for each line': text =>
		each(text, (line, at) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: `09:14:${second(at)}` })),
	'a table, whose cells are equally wide': text =>
		` error\n-----\n${each(text, line => ` ${line.padEnd(90)} +`)}\n(1 row)`,
	'a field of a table, whose quotes are doubled': text => `id,error\n17,"${text.replaceAll('"', '""')}"\n`,
	'an element with unparsed text': text => `<failure type="error"><![CDATA[${text}]]></failure>`,
	'a page with numbers on lines of their own': text => each(text, (line, at) => `${at + 1}\n${line}`),
	'a page that doubles the line breaks': text => each(text, line => `${line}\n`),
	'signs that nobody sees': text => text.replaceAll('/', '/\u200b'),
	'quotes of a word processor': text => text.replaceAll(/"([^"\n]*)"/g, '“$1”'),
	'a literal block': text => `::\n\n${each(text, line => `    ${line}`)}`,
	'the first line of a log': text => `F, [2026-03-02T16:49:16.5 #59] FATAL -- : ${text}`,
	'the fields of a mail': text => `From: Ana Lopez <ana@example.org>\nSubject: broken checkout\n\n${text}`,
	'a message of a server that escapes with bars': text =>
		`##teamcity[testFailed name='x' details='${text.replaceAll("'", "|'").replaceAll('[', '|[').replaceAll(']', '|]').replaceAll('\n', '|n')}']`,
	'a log that shows its newest line first': text =>
		text
			.split('\n')
			.map((line, at) => `2026-03-02T09:14:${second(at)}Z api: ${line}`)
			.reverse()
			.join('\n'),
};

describe('a trace in a text', () => {
	const { languages } = installedGrammars();
	const read = (text: string) => {
		const issue = issueFromText(text, { kind: 'text' }) ?? assert.fail();
		const frames = makeBrief(issue, languages).tracebacks.flatMap(trace => trace.frames);
		return {
			title: issueTitle(issue, languages),
			frames: frames.map(({ file, line, function: name }) => `${name} ${file}:${line}`),
		};
	};

	for (const [kind, text] of Object.entries(traces)) {
		it(`has frames and an error (${kind})`, () => {
			assert.equal(read(text).frames.length, 2);
		});

		for (const [name, wrap] of Object.entries(wrappings)) {
			it(`is the same in ${name} (${kind})`, () => {
				assert.deepEqual(read(wrap(text)), read(text));
			});
		}
	}

	it('is read from lines that a mailer has broken', () => {
		const broken = script.replaceAll(' (', ' \n(');
		assert.deepEqual(read(broken).frames, read(script).frames);
	});

	it('has the whole error of lines that a mailer has broken between words, or a terminal anywhere', () => {
		const error = 'Error: cannot store order 17 of the shop in the north because it has no stock left';
		const long = [error, ...script.split('\n').slice(1)].join('\n');
		assert.equal(read(long.replace('because it', 'because\nit')).title, error);
		const cut = each(long, line => line.replaceAll(/.{44}/g, '$&\n'));
		assert.deepEqual(read(cut), read(long));
	});

	it('keeps the quotes of an error that has an apostrophe', () => {
		const error = "KeyError: don't take 'pear'";
		assert.equal(read(quoted.replace("KeyError: 'pear'", error)).title, error);
	});

	it('leaves a text without a trace as it is', () => {
		const text =
			'The list is wrong:\n\n1\n2\n3\n4\n\n| a  | b  |\n|----|----|\n| 1  | 2  |\n\n#define A \\\n  B \\\n  C \\\n';
		assert.equal(makeBrief({ title: 'T', body: text, source: { kind: 'text' } }, languages).prose, text.trimEnd());
	});

	it('has its innermost frame first where a log shows its newest line first', () => {
		const places = 'RangeError: too many\n\n/srv/till/app/basket.php:9\n/srv/till/app/basket.php:14';
		assert.deepEqual(read(places.split('\n').reverse().join('\n')), read(places));
		assert.deepEqual(read(places).frames.length, 2);
	});

	it('is read from one line', () => {
		assert.deepEqual(read(script.replaceAll(/\n\s+/g, ' | ')).frames, read(script).frames);
		assert.deepEqual(read(script.replaceAll(/\n\s+/g, ' ')).frames, read(script).frames);
	});

	for (const [language, line] of [
		['Lua', "\tlib/basket.lua:9: in function 'total'"],
		['Elixir', '    (till 0.1.0) lib/basket.lua:9: Basket.total/2'],
		['Dart', '#1      Basket.total (package:till/basket.lua:9:21)'],
		['Julia', ' [1] total(x::Int64) @ Main ./basket.lua:9'],
		['German', '   bei Basket.total() in C:\\till\\basket.lua:Zeile 9.'],
		['Chinese', '   在 Basket.total() 位置 C:\\till\\basket.lua:行号 9'],
		['Valgrind', '==2609==    at 0x12D76B: total (basket.lua:9)'],
	] as const) {
		it(`has frames in a format of which nothing is known (${language})`, () => {
			const other = line.replace('total', 'checkout').replaceAll('9', match => `${match}1`);
			const { frames } = read(`It fails:\n\n${line}\n${other}`);
			assert.equal(frames.length, 2);
			assert.match(frames.join(), /checkout.*basket\.lua:91\b.*total.*basket\.lua:9\b/);
		});
	}

	for (const text of [
		'data = {\n    ("A", "1"): np.random.rand(100),\n    ("B", "1"): np.random.rand(100),\n}',
		'src/a.c:12:5: error: expected expression\nsrc/a.c:19:5: error: expected expression',
		each(
			'ab',
			() =>
				'INFO worker: processed /var/data/file1.dat:12 in 69 ms id=a3314c93\nINFO worker: processed /var/data/file2.dat:13 in 7 ms id=b331',
		),
		'See docs/readme.md line 12 for more.\nSee docs/usage.md line 14 for more.',
		'- [the list](docs/list.md)\n- [the tree](docs/tree.md)\n',
	]) {
		it(`is none in ${JSON.stringify(text.slice(0, 40))}`, () => {
			assert.deepEqual(read(text).frames, []);
		});
	}
});
