import assert from 'node:assert/strict';
import { outgoingRequests } from './outgoingRequests';
import { parseSource, readSources } from './sourceFile';

describe('what leaves the machine', () => {
	it('leaves through one file of src only', async () => {
		assert.deepEqual((await readSources()).flatMap(outgoingRequests), []);
	});

	for (const text of [
		'await fetch(url);',
		'const send = globalThis.fetch;',
		`const send = globalThis['fetch'];`,
		'const options = { fetch };',
		'const send = given ?? fetch;',
		'let send: typeof fetch;',
		'const socket = new WebSocket(url);',
		'const request = new XMLHttpRequest();',
		'const events = new EventSource(url);',
		'navigator.sendBeacon(url, text);',
		`import { request } from 'node:https';`,
		`import http from 'http';`,
		`const { connect } = await import('node:net');`,
		`const tls = require('node:tls');`,
		`import { createSocket } from 'node:dgram';`,
		`import { resolve } from 'node:dns/promises';`,
		`import { fetch as send } from 'undici';`,
		`import { Octokit } from '@octokit/core';`,
		`import axios from 'axios';`,
		`import { OpenAI } from 'openai';`,
		'const client = new AzureOpenAI(options);',
		`import { Redis } from 'ioredis';`,
		`import { Queue } from 'bullmq';`,
		'const client = new Redis(6379, host);',
		'const signal = AbortSignal.timeout(5000);',
		'const signal = AbortSignal.any([a, b]);',
	]) {
		it(`would be noticed elsewhere: ${text}`, async () => {
			for (const path of ['src/history/node/servers/a.ts', 'src/editor/models/a.ts', 'src/webview/a.tsx']) {
				assert.notDeepEqual(outgoingRequests(await parseSource(path, text)), [], path);
			}
		});
	}

	it('leads to the server of a queue from one file only, which opens the connection', async () => {
		const text = `import { Redis } from 'ioredis'; new Redis({ host });`;
		assert.deepEqual(outgoingRequests(await parseSource('src/research/node/queue/redisConnection.ts', text)), []);
		assert.equal(outgoingRequests(await parseSource('src/research/node/queue/jobQueue.ts', text)).length, 1);
		// With these, the package would open one by itself.
		const given = (await readSources()).filter(({ path }) => path.startsWith('src/research/node/queue/'));
		const opens = /\bconnection: (?!this\.redis\b)/;
		assert.deepEqual(
			given.filter(({ text: content }) => opens.test(content)).map(({ path }) => path),
			[],
		);
	});

	for (const text of [
		`import { connect } from 'node:net';`,
		`import { Socket } from 'node:net';\nnew Socket().connect(80, host);`,
		`import { Socket } from 'node:net';\nnew Socket({ fd: 3 });\nconst { connect } = require('node:net');`,
	]) {
		it(`would be noticed where pipes are read: ${text}`, async () => {
			const source = await parseSource('src/cli/readIssue.ts', text);
			assert.ok(outgoingRequests(source).length > 0);
		});
	}

	for (const [path, text] of [
		['src/outgoing/node/outgoingHttp.ts', 'const send = globalThis.fetch;'],
		['src/models/node/openAiClient.ts', `import { OpenAI } from 'openai'; new OpenAI({ fetch: send });`],
		['src/models/node/a.ts', `import { Stream } from 'openai/streaming';`],
		['src/history/node/servers/a.ts', `import { join } from 'node:path'; const fetchIssue = prefetch;`],
	] as const) {
		it(`is not held against ${path} with ${text}`, async () => {
			assert.deepEqual(outgoingRequests(await parseSource(path, text)), []);
		});
	}
});
