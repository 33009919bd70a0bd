import assert from 'node:assert/strict';
import { endpointHost, readEndpoints } from '../../src/editor/settings/endpointSetting';

const local = { name: 'Local', baseUrl: 'http://localhost:11434/v1', model: 'qwen3:8b' };

function problemOf(entry: unknown): string {
	const [read] = readEndpoints([entry]);
	return read !== undefined && 'problem' in read ? read.problem : '';
}

describe('the setting of endpoints', () => {
	it('is read with all an endpoint may have', () => {
		const whole = {
			...local,
			...{ headers: { 'x-team': 'search' }, organization: 'org-1', apiVersion: '2024-10-21', contextTokens: 8192 },
			...{ firstByteSeconds: 900, silenceSeconds: 60 },
		};
		assert.deepEqual(readEndpoints([whole]), [whole]);
	});

	it('holds no endpoint where it is no list', () => {
		assert.deepEqual([undefined, 'x', {}].flatMap(readEndpoints), []);
	});

	it('names the server of an endpoint by host and port', () => {
		assert.equal(endpointHost(local), 'localhost:11434');
	});

	const wrong: [what: string, entry: unknown, problem: RegExp][] = [
		['no object', 'http://localhost', /not an object/],
		['no name', { ...local, name: undefined }, /no name/],
		['no model', { ...local, model: ' ' }, /"Local" needs a baseUrl and a model/],
		['no address', { ...local, baseUrl: 'localhost:11434' }, /not a valid address/],
		['an address of a file', { ...local, baseUrl: 'file:///etc/passwd' }, /not a valid address/],
	];
	for (const [what, entry, problem] of wrong) {
		it(`reports what is wrong with an endpoint that has ${what}`, () => {
			assert.match(problemOf(entry), problem);
		});
	}

	it('takes no second endpoint of the same name', () => {
		const [first, second] = readEndpoints([local, { ...local, model: 'other' }]);
		assert.deepEqual(first, local);
		assert.match(JSON.stringify(second), /Two endpoints are named/);
	});

	const secret = ['q8Zt4LmW', '0pXv7RkB'].join('');
	const withSecret: [what: string, entry: object][] = [
		['an Authorization header', { ...local, headers: { Authorization: `Bearer ${secret}` } }],
		['an x-api-key header', { ...local, headers: { 'X-Api-Key': secret } }],
		['an api-key header', { ...local, headers: { 'api-key': secret } }],
		['a cookie', { ...local, headers: { cookie: secret } }],
		['a key under another name', { ...local, headers: { 'x-team': `sk-${secret}` } }],
		['a bearer token under another name', { ...local, headers: { 'x-forward': `Bearer ${secret}` } }],
		['a key in the address', { ...local, baseUrl: `https://models.example/v1?key=${secret}` }],
		['a password in the address', { ...local, baseUrl: `https://me:${secret}@models.example/v1` }],
	];
	for (const [what, entry] of withSecret) {
		it(`refuses ${what}, without repeating it`, () => {
			assert.match(problemOf(entry), /key|password/);
			assert.doesNotMatch(problemOf(entry), new RegExp(secret));
		});
	}

	for (const headers of [
		{ 'x-team': 'search' },
		{ 'http-referer': 'https://example.org' },
		{ 'x-title': 'Faultline' },
	]) {
		it(`takes the header ${Object.keys(headers)}`, () => {
			assert.equal(problemOf({ ...local, headers }), '');
		});
	}
});
