import { mkdirSync } from 'node:fs';
import { type FixedIssue, nameOf, readFixedIssues } from '../../src/research/node/eval/fixedIssues';
import { traitsOf } from '../../src/research/pure/eval/issueTraits';
import { openParsing } from '../mine/minePart';
import { groupBy } from '../support/groupBy';
import { RepositoryTree } from '../support/repositoryTree';
import { seededOrder } from '../support/seededOrder';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { CollectedFile } from './collected';
import { collectIssue } from './collectIssue';

export interface IssuesRequest {
	/** A file as `faultline eval` reads it. */
	readonly file: string;
	readonly repos: string;
	readonly output: string;
}

const seed = 17;

/** The half of each project whose misses may be read. */
function readableHalf(issues: readonly FixedIssue[]): FixedIssue[] {
	return [...groupBy(issues, ({ instance }) => nameOf(instance))].flatMap(([, some]) =>
		seededOrder(some, ({ instance }) => instance.id, seed).slice(0, Math.ceil(some.length / 2)),
	);
}

/** Collects the features of issues of a benchmark whose misses may be read. */
export async function collectIssues({ file, repos, output }: IssuesRequest): Promise<void> {
	mkdirSync(output, { recursive: true });
	const parsing = openParsing();
	const issues = readableHalf(await readFixedIssues({ file, clones: repos, only: undefined, parsing }));
	for (const [repo, some] of groupBy(issues, ({ instance }) => nameOf(instance))) {
		const into = new CollectedFile(output, repo.replace('/', '__'));
		const known = new Set(into.issues.map(({ id }) => id));
		const tree = new RepositoryTree(repos, repo);
		const workspaces = new TreeWorkspaces(process.cwd());
		try {
			for (const { instance, gold } of some.filter(each => !known.has(each.instance.id))) {
				const { id, issue: text, code } = instance;
				tree.checkOut('commit' in code ? code.commit : '');
				const { languages, parser } = parsing;
				const traits = traitsOf(text, { repository: repo, gold, languages, all: parser.languages });
				const about = { id, repo, language: traits.language, kind: traits.text, namesSymbol: traits.fixed === 'named' };
				await collectIssue({ ...about, ...gold, text }, await workspaces.open(tree.folder), into);
				console.error(id);
			}
		} finally {
			tree.dispose();
			workspaces.dispose();
		}
	}
}
