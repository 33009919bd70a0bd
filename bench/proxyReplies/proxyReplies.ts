/**
 * How often an answer in prose is read without a model, and read as the recorded proxy read it. bench/README.md
 * defines the measures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchToolset } from '../../src/engine/stages/locate/agent/searchStyle';
import type { NamedPlace } from '../../src/localizer/pure/resolve/namedPlaces';
import type { AgentReply } from '../../src/models/pure/reply/agentReply';
import { jsonReply } from '../../src/models/pure/reply/jsonReply';
import { type ProseReply, proseReply } from '../../src/models/pure/reply/proseReply';
import { KeptResults, keptOptions } from '../support/keptResults';
import { sameCalls, samePlaces } from './sameMeaning';

interface Conversion {
	readonly id: string;
	readonly prose: string;
	/** What the proxy made of it, as its JSON. */
	readonly recorded: string;
}

interface Judged extends Conversion {
	readonly reply: ProseReply<NamedPlace>;
	readonly expected: AgentReply<NamedPlace>;
	readonly category: 'calls' | 'calls and locations' | 'locations' | 'neither';
	readonly hasSameCalls: boolean;
	readonly hasSamePlaces: boolean;
}

const { values } = parseArgs({
	options: { bench: { type: 'string' }, list: { type: 'boolean', default: false }, ...keptOptions },
});
if (values.bench === undefined) {
	console.error('Usage: npm run bench -- proxyReplies --bench DIR [--keep FILE] [--against FILE] [--list]');
	process.exit(2);
}
const kept = new KeptResults(values);
const all = readConversions(join(values.bench, 'transcripts')).map(judged);
report(all);
for (const { id, reply } of all) {
	const { calls, report: locations, isSure } = reply;
	kept.add(id, { calls, locations, isSure });
}
kept.finish();

function readConversions(folder: string): Conversion[] {
	interface Transcript {
		readonly instance_id: string;
		readonly proxy: readonly { readonly n: number; readonly threads: readonly (readonly Turn[])[] }[];
	}
	interface Turn {
		readonly role: string;
		readonly content: string;
	}
	const textOf = (thread: readonly Turn[] | undefined, role: string) =>
		thread?.findLast(turn => turn.role === role)?.content ?? '';
	return readdirSync(folder)
		.filter(name => name.endsWith('.json'))
		.sort()
		.flatMap(name => {
			const transcript = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Transcript;
			return transcript.proxy.map(({ n, threads }) => ({
				id: `${transcript.instance_id} ${n}`,
				prose: textOf(threads[0], 'user'),
				recorded: textOf(threads.at(-1), 'assistant'),
			}));
		});
}

function judged(conversion: Conversion): Judged {
	const reply = proseReply(conversion.prose, searchToolset);
	const expected = jsonReply(conversion.recorded, searchToolset);
	return {
		...conversion,
		reply,
		expected,
		category: categoryOf(conversion.prose, expected),
		hasSameCalls: sameCalls(reply, expected),
		hasSamePlaces: samePlaces(reply, expected),
	};
}

/** Whether a text holds calls depends on the tool names in it alone, not on our reading of them. */
function categoryOf(prose: string, expected: AgentReply<NamedPlace>): Judged['category'] {
	const holdsCalls = /\b(?:search_(?:class|method|code)(?:_in_(?:file|class))?|get_code_around_line)\(["'\w]/.test(
		prose,
	);
	if (holdsCalls) {
		return expected.report.length > 0 ? 'calls and locations' : 'calls';
	}
	return expected.report.length > 0 ? 'locations' : 'neither';
}

function report(all: readonly Judged[]): void {
	const withCalls = all.filter(({ category }) => category.startsWith('calls'));
	printRow('conversions', 'n', 'sure', 'same calls', 'same locations', 'sure and as recorded');
	for (const category of ['calls', 'calls and locations', 'locations', 'neither'] as const) {
		printCounts(
			category,
			all.filter(each => each.category === category),
		);
	}
	printCounts('all with calls', withCalls);
	printCounts('all', all);
	if (values.list) {
		all.filter(each => !each.hasSameCalls || !each.hasSamePlaces).forEach(printDifference);
	}
}

function printCounts(title: string, group: readonly Judged[]): void {
	const count = (fits: (each: Judged) => boolean) => `${group.filter(fits).length}`;
	printRow(
		title,
		`${group.length}`,
		count(each => each.reply.isSure),
		count(each => each.hasSameCalls),
		count(each => each.hasSamePlaces),
		count(isAsRecorded),
	);
}

/** Of an answer with calls, both AutoCodeRover and Faultline use the calls only. */
function isAsRecorded({ reply, expected, hasSameCalls, hasSamePlaces }: Judged): boolean {
	return reply.isSure && hasSameCalls && (expected.calls.length > 0 || hasSamePlaces);
}

function printRow(...cells: readonly string[]): void {
	console.log(`| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(19) : cell.padStart(4))).join(' | ')} |`);
}

function printDifference({ id, category, reply, expected }: Judged): void {
	const of = ({ calls, report: locations }: AgentReply<NamedPlace>) => [
		...calls.map(({ tool, args }) => `${tool}${JSON.stringify(Object.values(args))}`),
		...locations.map(({ file, class: className, method }) =>
			[file, className, method].map(each => each ?? '-').join(' '),
		),
	];
	const [ours, theirs] = [of(reply), of(expected)];
	console.log(`\n${id} (${category}${reply.isSure ? ', sure' : ''})`);
	for (const line of ours.filter(each => !theirs.includes(each))) {
		console.log(`  ours only:     ${line}`);
	}
	for (const line of theirs.filter(each => !ours.includes(each))) {
		console.log(`  recorded only: ${line}`);
	}
	for (const problem of reply.problems) {
		console.log(`  problem:       ${problem}`);
	}
}
