import assert from 'node:assert/strict';
import { readJunit } from '../../../../src/testing/pure/reports/junitReport';
import { TestResults } from '../../../../src/testing/pure/reports/testResults';
import { requireLinearOn } from '../../../hostile/cpuGrowth';

describe('a report in JUnit XML', () => {
	const read = (text: string) => {
		const results = new TestResults({ folder: '/copy', start: '' });
		const problem = readJunit(text, { format: 'junit' }, results);
		return { problem, tests: results.tests, isFinished: results.isFinished };
	};

	it('gives each test with its outcome, message and trace', () => {
		const { tests, isFinished } = read(`<?xml version="1.0"?><testsuites><testsuite name="s">
			<testcase classname="a.B" name="works" file="a/b.x"/>
			<testcase classname="a.B" name="fails"><failure message="1 &lt; 2" type="E"><![CDATA[at /copy/a/b.x:3]]></failure></testcase>
			<testcase classname="a.B" name="breaks"><error type="Oops">Oops: it broke
at line</error><system-out>noise</system-out></testcase>
			<testcase classname="a.B" name="later"><skipped/></testcase>
		</testsuite></testsuites>`);
		assert.equal(isFinished, true);
		assert.deepEqual(tests, [
			{ id: 'a.B::works', file: 'a/b.x', outcome: 'passed' },
			{ id: 'a.B::fails', outcome: 'failed', message: '1 < 2', trace: 'at a/b.x:3' },
			{ id: 'a.B::breaks', outcome: 'failed', message: 'Oops: it broke\nat line', trace: 'Oops: it broke\nat line' },
			{ id: 'a.B::later', outcome: 'skipped' },
		]);
	});

	const hostile: readonly (readonly [string, string])[] = [
		['is empty', ''],
		['is cut', '<testsuite><testcase name="a"/><testcase name="b"><failure'],
		['is no XML', 'ok 1 - a'],
		[
			'defines entities',
			`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><testsuite><testcase name="&b;"/></testsuite>`,
		],
		['is deep', '<testsuite>'.repeat(200_000)],
	];
	for (const [name, text] of hostile) {
		it(`is not taken for whole where it ${name}`, () => {
			const { isFinished, tests } = read(text);
			assert.equal(isFinished, false);
			assert.ok(JSON.stringify(tests).length < 1000);
		});
	}

	it('takes time in proportion to its length where a suite has many attributes', async () => {
		const many = (size: number) => {
			const attributes = Array.from({ length: size / 20 }, (_, at) => `a${at}=""`).join(' ');
			return `<testsuite ${attributes}>${'<testcase name="a"/>'.repeat(size / 40)}</testsuite>`;
		};
		await requireLinearOn(read, many, 'attributes of a suite');
	});

	it('has an id and a file of what its suite states, and nothing of a class that it does not', () => {
		const results = new TestResults({ folder: '/copy', start: '' });
		const data = { format: 'junit', id: '{class}::{name}', file: '{classname}' } as const;
		const text = '<testsuite class="A" classname="B"><testcase name="a"/><testcase name="b" class="C"/></testsuite>';
		assert.equal(readJunit(text, data, results), undefined);
		assert.deepEqual(results.tests, [
			{ id: 'A::a', outcome: 'passed' },
			{ id: 'C::b', outcome: 'passed' },
		]);
	});

	it('is kept in part where it is huge', () => {
		const test = `<testcase classname="a" name="b"><failure message="${'m'.repeat(1e6)}">${'t\n'.repeat(1e6)}</failure></testcase>`;
		const [only] = read(`<testsuite>${test}</testsuite>`).tests;
		assert.ok(JSON.stringify(only).length < 60_000);
		const many = read(
			`<testsuite>${Array.from({ length: 150_000 }, (_, at) => `<testcase name="${at}"/>`).join('')}</testsuite>`,
		);
		assert.equal(many.tests.length, 100_000);
	});
});
