import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../src/core/util/errorText';
import { drivers } from './scenarios/drivers/drivers';
import { CountedDoor, openMcpDoor } from './scenarios/mcpDoor';
import { type ReadCase, readCases } from './scenarios/readCases';
import { appendResult, comparisonText, readResults, resultText, type ScenarioResult } from './scenarios/scenarioResult';
import { type NamedPlace, scoreOf } from './scenarios/score';
import { groupBy } from './support/groupBy';
import { RepositoryTree } from './support/repositoryTree';

const usage = `Asks the public tools the questions of the scenario suite, by a driver for each kind of question or by a model.
    npm run bench -- scenarios --repos DIR [--cases DIR] [--kind KIND] [--only ID]... [--kept] [--build DIR]
        [--output DIR] [--against DIR]`;

const options = {
	repos: { type: 'string' },
	cases: { type: 'string', default: 'bench/scenarios' },
	kind: { type: 'string' },
	only: { type: 'string', multiple: true },
	kept: { type: 'boolean' },
	build: { type: 'string', default: 'dist' },
	output: { type: 'string' },
	against: { type: 'string' },
} as const;

const resultsName = 'results.jsonl';

void main();

function readArguments() {
	return parseArgs({ options }).values;
}

async function main(): Promise<void> {
	const values = readArguments();
	if (values.repos === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const { against, build } = values;
	const asked = readCases(values.cases, values);
	const results = await answersOf(asked, { ...values, build, repos: values.repos });
	console.log(resultText(results));
	if (against !== undefined) {
		const isBuild = existsSync(join(against, 'cli.js'));
		const others = isBuild
			? await answersOf(asked, { ...values, build: against, repos: values.repos, output: undefined })
			: [...readResults(join(against, resultsName)).values()];
		console.log(`\n${comparisonText(results, new Map(others.map(each => [each.id, each])))}`);
	}
}

interface Asking {
	readonly repos: string;
	readonly build: string;
	readonly output?: string | undefined;
}

async function answersOf(asked: readonly ReadCase[], { repos, build, output }: Asking): Promise<ScenarioResult[]> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-scenarios-'));
	const results: ScenarioResult[] = [];
	try {
		for (const [repo, cases] of groupBy(asked, each => each.repo)) {
			const tree = new RepositoryTree(repos, repo);
			try {
				for (const each of cases) {
					const result = await answerOf(each, { tree, build: resolve(build), storage });
					console.error(`${result.isSolved ? 'solved' : 'NOT SOLVED'} ${result.id}`);
					results.push(result);
					keep(result, output);
				}
			} finally {
				tree.dispose();
			}
		}
	} finally {
		rmSync(storage, { recursive: true, force: true });
	}
	return results;
}

function keep(result: ScenarioResult, output: string | undefined): void {
	if (output !== undefined) {
		mkdirSync(output, { recursive: true });
		appendResult(join(output, resultsName), result);
	}
}

interface Asked {
	readonly tree: RepositoryTree;
	readonly build: string;
	readonly storage: string;
}

async function answerOf(asked: ReadCase, { tree, build, storage }: Asked): Promise<ScenarioResult> {
	const { id, kind, commit, isKept } = asked;
	tree.checkOut(commit);
	const door = await openMcpDoor({ build, folder: tree.folder, storage });
	const counted = new CountedDoor(door);
	try {
		const { named, error } = await drive(asked, counted);
		const score = scoreOf(asked, named);
		return { id, kind, isKept, build, ...score, ...counted.counts, named, ...(error !== undefined && { error }) };
	} finally {
		await door.close();
	}
}

interface Driven {
	readonly named: readonly NamedPlace[];
	readonly error?: string;
}

/** The driver sees the question alone. A driver that fails has no answer, and the others are still asked. */
async function drive({ kind, question }: ReadCase, door: CountedDoor): Promise<Driven> {
	try {
		const driver = drivers[kind];
		if (driver === undefined) {
			throw new Error(`There is no driver for "${kind}".`);
		}
		return { named: await driver(question, door) };
	} catch (error) {
		return { named: [], error: errorText(error) };
	}
}
