import assert from 'node:assert/strict';
import { withoutSecretLines } from '../../../../src/outgoing/pure/secrets/withoutSecretLines';

const base64 = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

describe('withoutSecretLines', () => {
	it('removes a key of several lines on either side of a diff', () => {
		for (const sign of ['-', '+', ' ']) {
			const key = [`-----BEGIN PRIVATE KEY-----`, base64, base64, base64, '-----END PRIVATE KEY-----'];
			const lines = ['+before', ...key.map(line => sign + line), '-after'];
			const clean = withoutSecretLines(lines);
			assert.ok(!clean.join('\n').includes(base64.slice(0, 20)), sign);
			assert.deepEqual([clean.length, clean[0], clean.at(-1)], [lines.length, '+before', '-after']);
		}
	});

	it('removes a key whose lines alternate with others', () => {
		const key = ['-----BEGIN PRIVATE KEY-----', base64, base64, '-----END PRIVATE KEY-----'];
		const clean = withoutSecretLines(key.flatMap(line => [`-${line}`, '+x = 1']));
		assert.ok(!clean.join('\n').includes(base64.slice(0, 20)));
		assert.equal(clean.filter(line => line === '+x = 1').length, 4);
	});

	it('removes a token within its line', () => {
		const [clean = ''] = withoutSecretLines([`-token = "ghp_${'a1B2'.repeat(9)}"  # of tests`]);
		assert.match(clean, /^-token = .*\[removed: [^\]]+\].*# of tests$/);
	});

	it('leaves other lines as they are', () => {
		const lines = ['@@', '-a', '+b', ' c'];
		assert.equal(withoutSecretLines(lines), lines);
	});
});
