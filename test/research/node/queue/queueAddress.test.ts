import assert from 'node:assert/strict';
import { queueAddress } from '../../../../src/research/node/queue/queueAddress';

describe('the address of a queue', () => {
	const read = (text: string, password?: string) =>
		queueAddress(text, { ...(password !== undefined && { FAULTLINE_QUEUE_PASSWORD: password }) });

	it('has a host, a port and a database', () => {
		const { shown, ...rest } = read('redis://localhost');
		assert.deepEqual(rest, { host: 'localhost', port: 6379, db: 0, isEncrypted: false });
		assert.equal(shown, 'redis://localhost');
		assert.deepEqual(read('redis://[::1]:7000/3'), {
			...{ host: '::1', port: 7000, db: 3, isEncrypted: false, shown: 'redis://[::1]:7000/3' },
		});
	});

	it('takes the password from the environment, and shows neither it nor the user', () => {
		const address = read('rediss://worker@queue.example:6380', 'canary-7');
		assert.deepEqual([address.username, address.password], ['worker', 'canary-7']);
		assert.equal(address.shown, 'rediss://queue.example:6380');
	});

	const wrong: [text: string, message: RegExp][] = [
		['redis://queue.example:6379', /cross the network unencrypted: use a rediss/],
		['redis://127.0.0.1.example.org', /unencrypted/],
		['redis://10.0.0.1', /unencrypted/],
		['redis://:canary-7@localhost', /contains a password.*set FAULTLINE_QUEUE_PASSWORD/],
		['https://localhost', /not valid/],
		['localhost:6379', /not valid/],
		['redis://localhost/a', /not valid/],
		['redis://localhost?password=canary-7', /not valid/],
		['canary-7', /not valid/],
	];
	for (const [text, message] of wrong) {
		it(`is refused as ${text}, without its password`, () => {
			assert.throws(
				() => read(text),
				(error: Error) => error.name === 'UserError' && message.test(error.message) && !/canary-7/.test(error.message),
			);
		});
	}
});
