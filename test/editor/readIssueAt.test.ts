import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { SignIn } from '../../src/editor/locate/readSource';
import { readIssueAt } from '../../src/editor/locate/readSource';
import type { IssueAddress } from '../../src/history/node/servers/issueServer';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';

/** Against a GitLab server of one issue, public or private. */
describe('readIssueAt', () => {
	let server: Server;
	let address: IssueAddress;
	let isPrivate: boolean;
	let reported: string[];

	beforeEach(async () => {
		reported = [];
		server = createServer(({ headers }, response) => {
			const isAllowed = !isPrivate || headers['private-token'] === 'good';
			response.writeHead(isAllowed ? 200 : 404, { 'content-type': 'application/json' });
			response.end(JSON.stringify(isAllowed ? { title: 'Crash', description: 'It crashes.' } : {}));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		address = readIssueUrl(`http://127.0.0.1:${port}/some/tally/-/issues/7`) ?? assert.fail('no address');
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	const signIn = (known?: string, given?: string): SignIn => ({
		known: async () => known,
		offer: async refusal => {
			reported.push(refusal);
			return given;
		},
		accepted: async token => void reported.push(`accepted ${token}`),
	});

	it('does not ask to sign in for a public issue', async () => {
		isPrivate = false;
		assert.equal((await readIssueAt(address, signIn())).title, 'Crash');
		assert.deepEqual(reported, []);
	});

	it('uses the token that is known', async () => {
		isPrivate = true;
		assert.equal((await readIssueAt(address, signIn('good'))).title, 'Crash');
		assert.deepEqual(reported, []);
	});

	it('offers to sign in when it is refused, and continues with that', async () => {
		isPrivate = true;
		assert.equal((await readIssueAt(address, signIn('old', 'good'))).title, 'Crash');
		assert.match(reported[0] ?? '', /no issue at .*issues\/7, or it is private/);
		assert.deepEqual(reported.slice(1), ['accepted good']);
	});

	it('is cancelled if the user declines to sign in', async () => {
		isPrivate = true;
		await assert.rejects(readIssueAt(address, signIn()), vscode.CancellationError);
		assert.equal(reported.length, 1);
	});

	it('reports it, and stores nothing, when the new token is refused as well', async () => {
		isPrivate = true;
		await assert.rejects(readIssueAt(address, signIn(undefined, 'bad')), /no issue at/);
		assert.equal(reported.length, 1);
	});
});
