import assert from 'node:assert/strict';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { faultlineCli } from '../support/faultlineCli';
import { TestFolder } from '../support/testFolder';

/** Addresses that name one server and mean another, a file, or another page of the server. */
const addresses = [
	...['file:///etc/passwd', 'file://localhost/a/b/-/issues/1', 'data:text/plain,/a/b/-/issues/1'],
	...['javascript:alert(1)//a/b/-/issues/1', 'ftp://github.com/a/b/issues/1', 'gopher://gitlab.com/a/b/-/issues/1'],
	...['https://github.com@evil.example/a/b/issues/1', 'https://github.com:x@evil.example/a/b/-/issues/1'],
	...['https://github.com\\@evil.example/a/b/issues/1', 'https://evil.example\\.gitlab.com/a/b/-/issues/1'],
	...['https://github.com/a%2fb/c/issues/1', 'https://github.com/a/..%2f..%2fuser/issues/1'],
	...['https://gitlab.com/a/b%2f..%2fc/-/issues/1', 'https://gitlab.com/%2e%2e/a/-/issues/1'],
	...['https://github.com/../../user/issues/1', 'https://github.com/./a/issues/1'],
	...[
		'https://gitlab.com/a/../b/-/issues/1',
		'https://gitlab.com/a/./b/-/issues/1',
		'https://gitlab.com//a/-/issues/1',
	],
	...['https://githüb.com/a/b/issues/1', 'https://github.com/a/b/issues/1/../../../../user\nx'],
	...['https://gitlab.com/ä/b/-/issues/1', 'https://gitlab。com/a/b/-/issues/1', 'https://[::1]/a/b/-/issues/1'],
	...['https://github.com/a/b/issues/1e9', 'https://github.com/a/b/issues/-1', 'https://github.com/a/b/issues/0x1'],
	...[
		`https://github.com/a/b/issues/${'9'.repeat(40)}`,
		'https://github.com/a/b/issues/1;x',
		'//github.com/a/b/issues/1',
	],
];

describe('the address of an issue', () => {
	const folder = new TestFolder();

	for (const address of addresses) {
		it(`is not ${JSON.stringify(address)}`, () => {
			assert.equal(readIssueUrl(address), undefined);
		});
	}

	it('takes nothing of what follows it to the server, and the name of the server in its letters', () => {
		const read = readIssueUrl('https://xn--gthub-9ua.com/a/b/-/issues/1?next=https://evil.example#@evil.example');
		assert.deepEqual([read?.origin, read?.project, read?.number], ['https://xn--gthub-9ua.com', 'a/b', 1]);
		assert.equal(readIssueUrl('https://xn--gthub-9ua.com/a/b/issues/1'), undefined);
	});

	it('that is not encrypted is not fetched, whatever server of a network it names', async () => {
		folder.write({ 'ws/a.py': 'x = 1\n' });
		for (const address of [
			'http://169.254.169.254/latest/meta-data/-/issues/1',
			'http://git.example.org/a/b/-/issues/1',
		]) {
			const { code, stderr } = await faultlineCli([
				...['locate', '--workspace', folder.path('ws'), '--issue', address],
				...['--storage', folder.path('storage')],
			]);
			assert.equal(code, 1);
			assert.match(stderr, /https/);
			assert.doesNotMatch(stderr, /cannot be reached/);
		}
	});

	it('may be a file without an end, of which the first megabyte is read', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		folder.write({ 'ws/a.py': 'x = 1\n' });
		const words = ['--workspace', folder.path('ws'), '--storage', folder.path('storage')];
		const { code, stderr } = await faultlineCli(['locate', ...words, '--issue', '/dev/zero']);
		assert.equal(code, 1);
		assert.match(stderr, /\/dev\/zero is not text/);
	});
});
