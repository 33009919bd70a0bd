import assert from 'node:assert/strict';
import { readDeepLink } from '../../../../src/history/node/servers/deepLink';

const origins = ['https://github.com', 'https://gitlab.com', 'https://git.example.org'];
const read = (path: string, query: string) => readDeepLink({ path, query }, origins);

describe('a link to Faultline', () => {
	it('opens an issue of a server that is allowed', () => {
		for (const [url, origin, number] of [
			['https://github.com/some/tally/issues/12', 'https://github.com', 12],
			['https://github.com/some/tally/pull/7?x=1&y=2#c', 'https://github.com', 7],
			['https://gitlab.com/a/b/c/-/issues/3', 'https://gitlab.com', 3],
			['https://git.example.org/a/b/-/merge_requests/4', 'https://git.example.org', 4],
		] as const) {
			const link = read('/issue', `url=${url}`);
			assert.ok(link.kind === 'issue');
			assert.deepEqual([link.address.origin, link.address.number], [origin, number]);
		}
	});

	it('opens a run file of this machine', () => {
		const file = process.platform === 'win32' ? 'C:\\runs\\a b+c.json' : '/runs/a b+c.json';
		assert.deepEqual(read('/run', `file=${file}`), { kind: 'run', file });
	});

	for (const [what, path, query, why] of [
		['another path', '/fix', 'url=https://github.com/a/b/issues/1', /neither \/issue\?url=… nor \/run\?file=…/],
		['no path', '', '', /neither/],
		['no parameter', '/issue', '', /does not begin with url=/],
		['another parameter first', '/issue', 'x=1&url=https://github.com/a/b/issues/1', /does not begin with url=/],
		['plain http', '/issue', 'url=http://github.com/a/b/issues/1', /not the https address/],
		['no scheme', '/issue', 'url=github.com/a/b/issues/1', /not the https address/],
		['a file', '/issue', 'url=file:///etc/passwd', /not the https address/],
		['a script', '/issue', 'url=javascript:alert(1)', /not the https address/],
		['a command', '/issue', 'url=command:workbench.action.quit', /not the https address/],
		['another page of the server', '/issue', 'url=https://github.com/login', /not the https address/],
		['a user in the address', '/issue', 'url=https://github.com@evil.example/a/b/-/issues/1', /not the https address/],
		[
			'another server',
			'/issue',
			'url=https://evil.example/a/b/-/issues/1',
			/leads to https:\/\/evil\.example; links may/,
		],
		['a port', '/issue', 'url=https://gitlab.com:8443/a/b/-/issues/1', /leads to https:\/\/gitlab\.com:8443/],
		['this machine', '/issue', 'url=https://127.0.0.1/a/b/-/issues/1', /leads to https:\/\/127\.0\.0\.1/],
		['a UNC path', '/run', 'file=\\\\server\\share\\a.json', /on another machine/],
		['a UNC path with slashes', '/run', 'file=//server/share/a.json', /on another machine/],
		['a device path', '/run', 'file=\\\\?\\C:\\a.json', /on another machine/],
		['an address', '/run', 'file=https://evil.example/a.json', /an address, not a path/],
		['a file address', '/run', 'file=file:///a.json', /an address, not a path/],
		['a relative path', '/run', 'file=a.json', /not an absolute path/],
		['a path out of a folder', '/run', 'file=/runs/../etc/a.json', /not an absolute path/],
		['another file', '/run', 'file=/etc/passwd', /not a run file/],
		['a parameter after it', '/run', 'file=/a.json&start=1', /not a run file/],
		['a long text', '/run', `file=/${'a'.repeat(3_000)}.json`, /longer than 2000 characters/],
		['a control character', '/run', 'file=/a\u0000.json', /cannot be seen/],
		['a line break', '/issue', 'url=https://github.com/a/b/issues/1\nx', /cannot be seen/],
		['a changed direction', '/run', 'file=/\u202Egpj.json', /cannot be seen/],
	] as const) {
		it(`is refused with ${what}`, () => {
			assert.throws(
				() => read(path, query),
				(error: Error) => {
					assert.equal(error.name, 'UserError');
					assert.match(error.message, /^A link to Faultline was not followed: /);
					assert.match(error.message, why);
					return true;
				},
			);
		});
	}
});
