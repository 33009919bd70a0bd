import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { openParsing } from '../mine/minePart';
import { readPairs } from '../mine/pair';
import { remakePairs } from '../mine/remakePairs';
import { readGolds, readInstances } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { seededOrder } from '../support/seededOrder';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { emptyTexts } from './emptyTexts';
import { type LocatedText, locateText } from './located';

/** An issue with its fix, at the commit before it. */
interface Known {
	readonly id: string;
	readonly repo: string;
	readonly commit: string;
	readonly text: string;
	readonly fixed: readonly string[];
}

const seed = 36;

export function readLocated(file: string): LocatedText[] {
	const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
	return lines.map(line => JSON.parse(line) as LocatedText);
}

/** The issues of `../shared/bench`. */
export function benchIssues(bench: string, repos: string): Known[] {
	const golds = readGolds(bench);
	return withCommits(repos, readInstances(bench)).map(({ instance_id: id, repo, base_commit, problem_statement }) => {
		const fixed = (golds.get(id)?.functions ?? []).map(each => each.replace(/\.__init__$/, ''));
		return { id, repo, commit: base_commit, text: problem_statement, fixed };
	});
}

/** At most so many pairs of each repository of a part that is among the clones. */
export async function pairIssues(
	part: 'train' | 'choose' | 'test',
	{ pairs, repos, most, only }: { pairs: string; repos: string; most: number; only: readonly string[] },
): Promise<Known[]> {
	const some = [...groupBy(readPairs(pairs, part), ({ repo }) => repo)].flatMap(([repo, all]) =>
		only.includes(repo) ? seededOrder(all, ({ commit }) => commit, seed).slice(0, most) : [],
	);
	const known: Known[] = [];
	for await (const { pair, made } of remakePairs(some, repos, openParsing())) {
		const { commit: id, repo, parent: commit, functions: fixed } = pair;
		made === undefined || known.push({ id, repo, commit, text: made.text, fixed });
	}
	return known;
}

/**
 * Locates each issue in its own workspace, and in the same workspace an issue of another repository and, by turns, a text
 * that is about no bug at all. Appends to a file of JSON lines; what is there already is not located again.
 */
export async function collect(known: readonly Known[], repos: string, file: string): Promise<void> {
	const done = new Set(readLocated(file).map(({ id, workspace }) => `${id} ${workspace}`));
	const ordered = seededOrder(known, ({ id }) => id, seed);
	let turn = 0;
	for (const [workspace, own] of groupBy(known, ({ repo }) => repo)) {
		const others = ordered.filter(({ repo }) => repo !== workspace);
		const tree = new RepositoryTree(repos, workspace);
		const workspaces = new TreeWorkspaces(process.cwd());
		try {
			for (const issue of own) {
				const at = turn++;
				const other = others[at % others.length];
				const empty = emptyTexts[at % emptyTexts.length];
				const texts = [
					{ ...issue, kind: 'own' } as const,
					...(other === undefined ? [] : [{ ...other, fixed: [], kind: 'foreign' } as const]),
					...(empty === undefined
						? []
						: [{ id: `${empty.name} ${issue.id}`, text: empty.text, fixed: [], kind: 'empty' } as const]),
				].filter(({ id }) => !done.has(`${id} ${workspace}`));
				if (texts.length > 0) {
					tree.checkOut(issue.commit);
					const opened = await workspaces.open(tree.folder);
					for (const { id, text, fixed, kind } of texts) {
						const located = await locateText({ id, text, fixed, kind, workspace }, opened);
						appendFileSync(file, `${JSON.stringify(located)}\n`);
					}
					console.error(`${workspace}: ${issue.id}`);
				}
			}
		} finally {
			tree.dispose();
			workspaces.dispose();
		}
	}
}
