import { isBuiltin } from 'node:module';
import type { Node } from 'web-tree-sitter';
import { importEdges } from './importGraph';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** The one file that sends requests: it follows no redirect to another server and keeps to its limits. */
const door = 'src/outgoing/node/outgoingHttp.ts';

const networkModules = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|_http_\w+|_tls_\w+)(?:\/|$)/;
/** Packages that send nothing by themselves. A new one that can goes through the door, like `openai`. */
const localPackages = [
	...[
		'@jridgewell/trace-mapping',
		'vscode',
		'web-tree-sitter',
		'ignore',
		'picomatch',
		'diff',
		'node-diff3',
		'jsonrepair',
		're2js',
		'htmlparser2',
		'jsonschema',
		'@orama/stemmers',
		'cross-spawn',
	],
	...['preact', 'virtua'],
];
/**
 * Where a package may be imported that sends with the `fetch` it is given, answers on its standard output only, or speaks to
 * the server of a queue over the connection that it is given.
 */
const clients: Readonly<Record<string, string>> = {
	openai: 'src/models/node/',
	'@octokit/core': 'src/patches/node/',
	'@modelcontextprotocol/server': 'src/cli/mcp/',
	bullmq: 'src/research/node/queue/',
	ioredis: 'src/research/node/queue/',
};
/** The one exception: it opens connections to the server of a queue, which is not spoken to in HTTP. */
const queueConnection = 'src/research/node/queue/redisConnection.ts';

/** The files that create the clients, and give them the door's `fetch`; or that are an exception. */
const clientMakers = {
	OpenAI: 'src/models/node/openAiClient.ts',
	Octokit: 'src/patches/node/githubApi.ts',
	Redis: queueConnection,
	Cluster: queueConnection,
};

/** Connects processes of this machine, by paths only. */
const localSockets = 'src/cli/serve/localSocket.ts';

/** Reads a named pipe by its descriptor, which only a socket can do without waiting for a writer. */
const pipeReader = 'src/cli/readIssue.ts';

const senders =
	/^(?:fetch|WebSocket|WebSocketStream|WebTransport|XMLHttpRequest|EventSource|RTCPeerConnection|sendBeacon)$/;

/** One line for each place that could send something past the door, or lose a deadline. */
export function outgoingRequests(source: SourceFile): string[] {
	return [
		...importsOf(source),
		...(source.path === door ? [] : senderUses(source)),
		...createdClients(source),
		...lostDeadlines(source),
	];
}

function importsOf(source: SourceFile): string[] {
	return importEdges([source])
		.filter(({ isPackage }) => isPackage)
		.filter(({ to }) => (isBuiltin(to) ? networkModules.test(to) : !isAllowed(source.path, to)))
		.filter(({ to }) => to !== 'node:net' || !(readsPipesOnly(source) || connectsByPathsOnly(source)))
		.map(({ line, to }) => `${source.path}:${line} imports ${to}, which can send: ${door} does that`);
}

function readsPipesOnly({ path, root, text }: SourceFile): boolean {
	const uses = nodesOfType(root, 'identifier').filter(
		node => node.text === 'Socket' && node.parent?.type !== 'import_specifier',
	);
	return (
		path === pipeReader &&
		text.split('node:net').length === 2 &&
		text.includes("import { Socket } from 'node:net';") &&
		uses.every(({ parent }) => /^new Socket\(\{ fd: /.test(parent?.text ?? ''))
	);
}

function connectsByPathsOnly({ path, root }: SourceFile): boolean {
	const calls = nodesOfType(root, 'call_expression').filter(({ text }) => /^createConnection\b|\.listen\(/.test(text));
	return (
		path === localSockets && calls.every(({ text }) => /(?:^createConnection|\.listen)\(\{ path: \w+ \}\)$/.test(text))
	);
}

function isAllowed(path: string, specifier: string): boolean {
	const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
	const room = clients[name];
	return localPackages.includes(name) || (room !== undefined && path.startsWith(room));
}

function senderUses(source: SourceFile): string[] {
	const names = nodesOfType(source.root, 'identifier', 'shorthand_property_identifier', 'property_identifier');
	const indexes = nodesOfType(source.root, 'string_fragment').filter(
		({ parent }) => parent?.parent?.type === 'subscript_expression',
	);
	return [...names.filter(isUse), ...indexes]
		.filter(({ text }) => senders.test(text))
		.map(node => `${place(source, node)} sends with ${node.text}: ${door} does that`);
}

/** A key of an object, or a parameter with that name, sends nothing. */
function isUse({ type, parent }: Node): boolean {
	return type !== 'property_identifier' || parent?.type === 'member_expression';
}

function createdClients(source: SourceFile): string[] {
	return Object.entries(clientMakers).flatMap(([name, maker]) =>
		nodesOfType(source.root, 'new_expression')
			.filter(node => node.childForFieldName('constructor')?.text.endsWith(name))
			.filter(() => source.path !== maker)
			.map(node => `${place(source, node)} creates a client: ${maker} does that`),
	);
}

/** Node 20 may collect such a signal as garbage before it aborts. */
function lostDeadlines(source: SourceFile): string[] {
	return nodesOfType(source.root, 'member_expression')
		.filter(({ text }) => /^AbortSignal\.(?:timeout|any)$/.test(text))
		.map(node => `${place(source, node)} uses ${node.text}, which may never abort on Node 20: use a timer`);
}
