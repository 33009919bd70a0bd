import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TrajectoryRequests } from '../../src/editor/currentRun/trajectoryRequests';
import { pickMyIssue } from '../../src/editor/locate/pickMyIssue';
import { UserError } from '../../src/system/pure/errors/userError';

const remote = { origin: 'https://github.com', project: 'a/b' };

describe('the own issues of a user', () => {
	let server: Server;
	let api: string;
	let issues: readonly object[];

	before(async () => {
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(issues));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	after(() => {
		server.closeAllConnections();
		server.close();
	});

	it('need a sign-in: a user who declines is given what to do, and nothing is asked', async () => {
		issues = [];
		await assert.rejects(
			pickMyIssue(remote, { api: 'http://127.0.0.1:1', signIn: async () => undefined }),
			(error: unknown) => error instanceof UserError && /^Sign in to GitHub to see your issues: /.test(error.message),
		);
	});

	it('may be none', async () => {
		issues = [];
		const signIn = async () => ({ user: 'ann', token: 't' });
		await assert.rejects(pickMyIssue(remote, { api, signIn }), /No open issue of a\/b is assigned to ann.*Type #123/);
	});
});

describe('a draft in the issue box', () => {
	it('keeps where it is from until the user changes it', async () => {
		const requests = new TrajectoryRequests();
		const source = { kind: 'url', ref: 'https://github.com/a/b/issues/1' } as const;
		await requests.compose('It crashes.\n', source);
		assert.deepEqual(requests.sourceOf('It crashes.'), source);
		assert.deepEqual(requests.sourceOf('It crashes again.'), { kind: 'text' });
		await requests.compose();
		assert.deepEqual(requests.sourceOf('It crashes.'), { kind: 'text' });
		requests.dispose();
	});
});
