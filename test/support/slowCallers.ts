import { inspect } from 'node:util';
import { zoektServer } from '../../src/code/node/codeSearch/zoektServer';
import { type OutgoingWords, outgoingWords } from '../../src/code/pure/codeSearch/outgoingWords';
import { fetchIssue } from '../../src/history/node/servers/fetchIssue';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { listModels } from '../../src/models/node/listModels';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { serverContext } from '../../src/models/node/serverContext';
import type { HttpLimits } from '../../src/outgoing/node/outgoingHttp';
import { passed } from './passed';

/** Everything that asks a server, within these limits; each returns its result or its error as text. */
export function slowCallers(
	origin: string,
	limits: Partial<HttpLimits>,
): Readonly<Record<string, () => Promise<string>>> {
	const { signal } = new AbortController();
	const words = outgoingWords('first') as OutgoingWords;
	const endpoint = { baseUrl: `${origin}/v1`, model: 'small-1', replyForm: 'prose', limits } as const;
	const chat = (model: Parameters<typeof createOpenAiModel>[0]) =>
		createOpenAiModel(model).complete({ messages: passed({ role: 'user', text: 'Hello' }), signal });
	const issue = (url: string) => {
		const address = readIssueUrl(url);
		return address && fetchIssue(address, { api: origin, limits, signal });
	};
	return {
		model: () => textOf(chat(endpoint)),
		azureModel: () => textOf(chat({ ...endpoint, azureApiVersion: '2024-10-21' })),
		listModels: () => textOf(listModels(endpoint, signal)),
		serverContext: () => textOf(serverContext(endpoint, signal)),
		codeSearch: () => textOf(zoektServer({ address: origin }, limits).filesWith(words, signal)),
		githubIssue: () => textOf(issue('https://github.com/a/b/issues/1')),
		gitlabIssue: () => textOf(issue(`${origin}/a/b/-/issues/1`)),
	};
}

async function textOf(result: Promise<unknown> | undefined): Promise<string> {
	try {
		return inspect(await result);
	} catch (error) {
		return String(error);
	}
}

/** The main function of a separate process: runs all callers at once while garbage is collected, and prints the results. */
async function main(origin: string, limits: Partial<HttpLimits>): Promise<void> {
	const collecting = setInterval(() => globalThis.gc?.(), 20);
	const results = await Promise.all(
		Object.entries(slowCallers(origin, limits)).map(async ([name, call]) => [name, await call()] as const),
	);
	clearInterval(collecting);
	console.log(JSON.stringify({ node: process.versions.node, results: Object.fromEntries(results) }));
}

if (process.argv[1]?.endsWith('slowCallers.js')) {
	const [origin = '', limits = '{}'] = process.argv.slice(2);
	void main(origin, JSON.parse(limits));
}
