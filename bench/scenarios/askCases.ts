import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { groupBy } from '../support/groupBy';
import { RepositoryTree } from '../support/repositoryTree';
import { CountedDoor } from './countedDoor';
import { openMcpDoor } from './mcpDoor';
import type { Player } from './player';
import type { ReadCase } from './readCases';
import { appendResult, readResults, type ScenarioResult } from './scenarioResult';
import { scoreOf } from './score';

interface Asking {
	readonly player: Player;
	/** With clones as `OWNER__NAME`. */
	readonly repos: string;
	/** The folder with `cli.js`. */
	readonly build: string;
	/** A folder; each result is added to its file as soon as it is known. */
	readonly output?: string | undefined;
	/** Whether cases that the same player and build have answered there are taken from there. */
	readonly resume?: boolean | undefined;
}

/** The file of results in a folder. */
export function resultsIn(folder: string): string {
	return join(folder, 'results.jsonl');
}

/** Asks one case after another, each in a fresh tree. Throws what the player throws: the results until then are kept. */
export async function askCases(
	asked: readonly ReadCase[],
	{ player, repos, build: given, output, resume = false }: Asking,
): Promise<ScenarioResult[]> {
	const build = resolve(given);
	const isKept = output !== undefined && resume && existsSync(resultsIn(output));
	const known = [...(isKept ? readResults(resultsIn(output)).values() : [])].filter(
		each => each.build === build && each.model === player.model,
	);
	const results = known.filter(({ id }) => asked.some(each => each.id === id));
	const left = asked.filter(({ id }) => !results.some(each => each.id === id));
	const storage = mkdtempSync(join(tmpdir(), 'faultline-scenarios-'));
	try {
		for (const [repo, cases] of groupBy(left, each => each.repo)) {
			const tree = new RepositoryTree(repos, repo);
			try {
				for (const each of cases) {
					const result = await answerOf(each, { tree, build, storage, player });
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
	return asked.flatMap(({ id }) => results.find(each => each.id === id) ?? []);
}

function keep(result: ScenarioResult, output: string | undefined): void {
	if (output !== undefined) {
		mkdirSync(output, { recursive: true });
		appendResult(resultsIn(output), result);
	}
}

interface Asked {
	readonly tree: RepositoryTree;
	readonly build: string;
	readonly storage: string;
	readonly player: Player;
}

async function answerOf(asked: ReadCase, { tree, build, storage, player }: Asked): Promise<ScenarioResult> {
	const { id, kind, commit, isKept } = asked;
	const { model } = player;
	tree.checkOut(commit);
	const door = await openMcpDoor({ build, folder: tree.folder, storage });
	const counted = new CountedDoor(door);
	const startedAt = performance.now();
	try {
		const { named, ...played } = await player.play(asked, counted, door);
		const ms = Math.round(performance.now() - startedAt);
		const score = scoreOf(asked, named);
		return { id, kind, isKept, build, ...(model && { model }), ...score, ...counted.counts, named, ms, ...played };
	} finally {
		await door.close();
	}
}
