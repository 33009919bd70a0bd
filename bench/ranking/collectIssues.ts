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
	/** The most issues of one project; absent: only the half of each that may be read. */
	readonly most?: number;
	/** Only issues whose fix changes 1 to 8 functions. */
	readonly hasFunctions?: boolean;
}

const seed = 17;
const mostFunctions = 8;

/** Some issues of each project, the same each time. */
function someOf(issues: readonly FixedIssue[], most: number | undefined): FixedIssue[] {
	return [...groupBy(issues, ({ instance }) => nameOf(instance))].flatMap(([, some]) =>
		seededOrder(some, ({ instance }) => instance.id, seed).slice(0, most ?? Math.ceil(some.length / 2)),
	);
}

/** Collects the features of issues. */
export async function collectIssues({ file, repos, output, most, hasFunctions = false }: IssuesRequest): Promise<void> {
	mkdirSync(output, { recursive: true });
	const parsing = openParsing();
	const fixed = await readFixedIssues({ file, clones: repos, only: undefined, parsing });
	const isWanted = ({ gold: { functions } }: FixedIssue) => functions.length >= 1 && functions.length <= mostFunctions;
	const issues = someOf(hasFunctions ? fixed.filter(isWanted) : fixed, most);
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
