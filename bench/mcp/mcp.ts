import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RawClient } from '../../test/cli/mcp/rawClient';
import { randomNumbers } from '../../test/support/randomNumbers';

const usage = `npm run bench -- mcp --project DIR --issue FILE --symbol NAME --file PATH --storage DIR [--calls N] [--cancels N] [--starts N]
  Calls the tools of one \`faultline mcp\` in turn, and prints its memory; then cancels calls of locate_bug at random moments,
  and prints how long the server works on. Then it starts clients in turn that work alone, and that share a background server.
  Linux only. --symbol and --file are in the project.`;

void main();

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			...{ project: text, issue: text, symbol: text, file: text, storage: text },
			...{
				calls: { ...text, default: '2000' },
				cancels: { ...text, default: '20' },
				starts: { ...text, default: '10' },
			},
		},
	});
	const { project, issue, symbol, file, storage, calls, cancels, starts } = values;
	if (!project || !issue || !symbol || !file || !storage) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const args = ['--workspace', resolve(project), '--storage', resolve(storage)];
	process.env.FAULTLINE_ALONE = '1';
	const client = new RawClient(args);
	await client.begin();
	const report = readFileSync(issue, 'utf8');
	await measureCalls(client, Number(calls), [
		['search_definition', { symbol }],
		['search_code', { query: symbol }],
		['find_references', { name: symbol }],
		['outline', { file_name: file }],
		['read_lines', { file_name: file }],
		['list_files', {}],
		['run_state', {}],
		['search_code', { query: 'no such words anywhere' }],
		['read_lines', { file_name: '../outside' }],
	]);
	await measureCancels(client, Number(cancels), report);
	await client.close();
	await measureStarts(Number(starts), args, symbol);
}

/** Each kind begins with one that is not counted: it makes the index, or starts the server. */
async function measureStarts(nStarts: number, args: readonly string[], symbol: string): Promise<void> {
	const kinds = { alone: '1', served: '' };
	const took = { alone: [] as Start[], served: [] as Start[] };
	for (let at = 0; at <= nStarts; at++) {
		for (const kind of ['alone', 'served'] as const) {
			process.env.FAULTLINE_ALONE = kinds[kind];
			const start = await timedStart(args, symbol);
			at > 0 && took[kind].push(start);
		}
	}
	for (const [kind, starts] of Object.entries(took)) {
		const of = (key: keyof Start) =>
			Math.round(starts.map(each => each[key]).sort((a, b) => a - b)[starts.length >> 1] ?? 0);
		console.log(
			`${kind}: handshake ${of('handshake')} ms, first answer ${of('first')} ms, second ${of('second')} ms (medians)`,
		);
	}
}

interface Start {
	/** Milliseconds from the start of the process. */
	readonly handshake: number;
	/** Of calls. */
	readonly first: number;
	readonly second: number;
}

async function timedStart(args: readonly string[], symbol: string): Promise<Start> {
	const times = [performance.now()];
	const client = new RawClient(args);
	await client.begin();
	times.push(performance.now());
	for (let nCalls = 0; nCalls < 2; nCalls++) {
		await client.answerTo(client.call('search_code', { query: symbol }));
		times.push(performance.now());
	}
	await client.close();
	const [start = 0, begun = 0, first = 0, second = 0] = times;
	return { handshake: begun - start, first: first - begun, second: second - first };
}

type Call = readonly [name: string, args: object];

/** Memory is that of the server, in MB, every twentieth of the calls. */
async function measureCalls(client: RawClient, nCalls: number, calls: readonly Call[]): Promise<void> {
	const resident: number[] = [];
	for (let at = 0; at < nCalls; at++) {
		const [name, args] = calls[at % calls.length] ?? ['list_files', {}];
		await client.answerTo(client.call(name, args));
		client.messages.length = 0;
		if ((at + 1) % Math.ceil(nCalls / 20) === 0) {
			resident.push(residentMb(client));
		}
	}
	const mean = (from: number, to: number) =>
		resident.slice(from, to).reduce((sum, each) => sum + each, 0) / (to - from);
	console.log(`resident after each twentieth of ${nCalls} calls, MB: ${resident.map(Math.round).join(' ')}`);
	console.log(`the last fifth of them is ${(mean(16, 20) / mean(4, 8)).toFixed(2)} times the second fifth`);
}

function residentMb({ server }: RawClient): number {
	const [, pages] = readFileSync(`/proc/${server.pid}/statm`, 'latin1').split(' ');
	return (Number(pages) * 4096) / 2 ** 20;
}

/** A call is cancelled after some messages about it. The server works on until it uses no processor for 50 ms. */
async function measureCancels(client: RawClient, nCancels: number, issue: string): Promise<void> {
	const random = randomNumbers(20_261_126);
	const took: number[] = [];
	let nLate = 0;
	for (let at = 0; at < nCancels; at++) {
		const id = client.call('locate_bug', { issue });
		const nReported = random(7);
		await client.until(each => each.id === id || client.about(id).length >= nReported);
		const cancelledAt = performance.now();
		client.send('notifications/cancelled', { requestId: id });
		const isAnswered = client.messages.some(each => each.id === id);
		const nBefore = client.about(id).length;
		const ms = await quietAfter(client, cancelledAt);
		nLate += !isAnswered && client.about(id).length > nBefore + 1 ? 1 : 0;
		!isAnswered && took.push(ms);
	}
	const sorted = took.sort((a, b) => a - b);
	const last = sorted.at(-1) ?? 0;
	console.log(
		`${took.length} of ${nCancels} calls were cancelled before they were answered; quiet after ${Math.round(sorted[Math.floor(took.length / 2)] ?? 0)} ms (median), ${Math.round(last)} ms at most; ${nLate} reported more than one message after it`,
	);
}

/** Milliseconds from `start` to the last moment at which the server used a processor, before 50 ms without. */
async function quietAfter(client: RawClient, start: number): Promise<number> {
	let [ticks, lastBusy] = [processorTicks(client), performance.now()];
	while (performance.now() - lastBusy < 50) {
		await new Promise(resolve => setTimeout(resolve, 5));
		const now = processorTicks(client);
		if (now !== ticks) {
			[ticks, lastBusy] = [now, performance.now()];
		}
	}
	return lastBusy - start;
}

/** Of 10 ms each, of all threads. */
function processorTicks({ server }: RawClient): number {
	const fields = readFileSync(`/proc/${server.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
	return Number(fields[11]) + Number(fields[12]);
}
