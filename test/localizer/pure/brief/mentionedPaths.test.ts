import assert from 'node:assert/strict';
import { resolvePath } from '../../../../src/code/pure/calls/resolvePath';
import { briefOf } from './briefOf';

interface Case {
	readonly title: string;
	readonly text: string;
	/** `path` or `path:line` each. */
	readonly paths: readonly string[];
}

const cases: readonly Case[] = [
	{ title: 'with folders', text: 'It is in src/shop/basket.py, I think.', paths: ['src/shop/basket.py'] },
	{ title: 'that are a bare file name', text: 'It is in basket.py.', paths: ['basket.py'] },
	{ title: 'in backticks', text: 'It is in `shop/basket.py`.', paths: ['shop/basket.py'] },
	{ title: 'with a line behind a colon', text: 'See shop/basket.py:31.', paths: ['shop/basket.py:31'] },
	{ title: 'with a line and a column', text: 'See shop/basket.py:31:18.', paths: ['shop/basket.py:31'] },
	{ title: 'with a line in words', text: 'See shop/basket.py, line 31.', paths: ['shop/basket.py:31'] },
	{ title: 'with a line in words after on', text: 'See shop/basket.py on line 31', paths: ['shop/basket.py:31'] },
	{
		title: 'with backslashes and a drive',
		text: 'See C:\\work\\shop\\basket.py:31 there.',
		paths: ['work/shop/basket.py:31'],
	},
	{ title: 'with backslashes alone', text: 'See shop\\basket.py there.', paths: ['shop/basket.py'] },
	{
		title: 'in a link into a repository, by the path after the revision',
		text: 'https://example.org/me/shop/blob/v1.2/src/basket.py#L31-L40',
		paths: ['src/basket.py:31'],
	},
	{ title: 'of settings', text: 'I changed setup.cfg and config/shop.toml.', paths: ['setup.cfg', 'config/shop.toml'] },
	{
		title: 'in folders of several scripts, or right behind a word without spaces',
		text: 'See 测试/SOCKS代理/run.py, 修复basket.py',
		paths: ['测试/SOCKS代理/run.py', '代理/run.py', '修复basket.py', 'basket.py'],
	},
	{ title: 'in code', text: '```\nopen("data/rates.csv")\n```', paths: ['data/rates.csv'] },
	{ title: 'once each, in order', text: 'b/two.py, a/one.py, b/two.py', paths: ['b/two.py', 'a/one.py'] },
	{ title: 'that are absolute, without the root', text: 'In /srv/shop/basket.py.', paths: ['srv/shop/basket.py'] },
	{ title: 'of a home folder', text: 'In ~/shop/basket.py.', paths: ['shop/basket.py'] },
];

describe('paths an issue mentions', () => {
	for (const { title, text, paths } of cases) {
		it(`are read: ${title}`, () => {
			assert.deepEqual(pathsOf(text), paths);
		});
	}

	for (const text of [
		'either/or, and/or, 1/2, TCP/IP',
		'basket.total and shop.basket.Basket.add',
		'Version 3.8.2 of it, at 10:30.',
	]) {
		it(`are not seen in “${text}”`, () => {
			assert.deepEqual(pathsOf(text), []);
		});
	}

	it('are at most 60', () => {
		assert.equal(pathsOf(Array.from({ length: 200 }, (_, at) => `shop/file${at}.py`).join(' ')).length, 60);
	});

	for (const escaping of [
		'../../etc/passwd.txt',
		'..\\..\\secrets\\keys.json',
		'shop/../../../etc/hosts.conf.ini',
		'/etc/shadow.txt',
		'C:\\Users\\me\\keys.json',
		'~/.ssh/config.txt',
	]) {
		it(`that leave the workspace mean nothing in it: ${escaping}`, () => {
			const files = ['shop/basket.py', 'shop/settings.json', 'README.md'];
			const found = briefOf(`See ${escaping} for that.`).paths;
			assert.equal(found.length, 1);
			assert.deepEqual(
				found.flatMap(({ path }) => resolvePath(files, path)),
				[],
			);
		});
	}
});

function pathsOf(text: string): string[] {
	return briefOf(text).paths.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));
}
