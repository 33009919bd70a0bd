import { appendFileSync, writeFileSync } from 'node:fs';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { gitDirOf } from '../support/repositoryTree';
import { seededOrder } from '../support/seededOrder';
import { addFunctions } from './benchmarkFunctions';
import { type Commit, commitsOf } from './commits';
import { NearCopies } from './nearCopies';
import { type Pair, type Part, parts, readPairs, writePairs } from './pair';
import { remakePairs } from './remakePairs';
import { benchmarkTrees, type Repository, readRepositories } from './repositories';
import { isCandidate, type MinedPair, type Reason, RepositoryMiner } from './repositoryMiner';

export interface MineRequest {
	/** The folder of the clones. */
	readonly repos: string;
	readonly part: Part;
	/** bench/pairs */
	readonly pairs: string;
	/** Of one repository only. */
	readonly only?: string;
	/** The file for the texts. */
	readonly texts?: string;
}

const seed = 17;
const commitsAtOnce = 50;

/** What of the product reads code. */
export function openParsing() {
	const grammars = openGrammarFolder(process.cwd());
	return { languages: new LanguageTable(grammars.languages), parser: new SourceParser(grammars) };
}

export type MineParsing = ReturnType<typeof openParsing>;

/** Mines the repositories of a part and writes its pairs, sorted by repository and commit. */
export async function minePart(request: MineRequest): Promise<void> {
	const repositories = partRepositories(request);
	const parsing = openParsing();
	const known = await knownFunctions(request, parsing);
	const texts = new TextFile(request.texts);
	const pairs: Pair[] = [];
	console.log(
		'| repository | language | fixes with a report | examined | pairs | dropped |\n|---|---|---|---|---|---|',
	);
	for (const repository of repositories) {
		const mined = await mineRepository(repository, request.repos, { parsing, known });
		pairs.push(...mined.map(({ pair }) => pair));
		for (const each of mined) {
			texts.add(each);
		}
	}
	pairs.sort((a, b) => (`${a.repo} ${a.commit}` < `${b.repo} ${b.commit}` ? -1 : 1));
	console.log(`${pairs.length} pairs of ${repositories.length} repositories`);
	if (request.only === undefined) {
		writePairs(request.pairs, request.part, pairs);
	}
}

export function partRepositories({ part, only }: Pick<MineRequest, 'part' | 'only'>): Repository[] {
	const found = readRepositories().filter(each => each.part === part && (only === undefined || each.repo === only));
	if (found.length === 0) {
		throw new Error(`bench/mine/repositories.json has no ${only ?? 'repository'} in the part ${part}`);
	}
	return found;
}

/** The functions of the benchmark's projects, and those of the pairs of the parts before. */
async function knownFunctions({ repos, part, pairs }: MineRequest, parsing: MineParsing): Promise<NearCopies[]> {
	const copies = new NearCopies();
	for (const { repo, commit } of benchmarkTrees) {
		await addFunctions(gitDirOf(repos, repo), commit, parsing, copies);
		console.error(`${repo}: ${copies.size} functions of benchmarks so far`);
	}
	for (const before of parts.slice(0, parts.indexOf(part))) {
		for await (const { made } of remakePairs(readPairs(pairs, before), repos, parsing)) {
			for (const text of made?.functions ?? []) {
				copies.add(text);
			}
		}
		console.error(`${before}: ${copies.size} functions so far`);
	}
	return [copies];
}

interface Known {
	readonly parsing: MineParsing;
	readonly known: readonly NearCopies[];
}

/** Takes candidates in an order that depends on their ids alone, until there are enough pairs. */
async function mineRepository(repository: Repository, repos: string, deps: Known): Promise<MinedPair[]> {
	const { repo, language, head, most } = repository;
	const gitDir = gitDirOf(repos, repo);
	const found: Commit[] = [];
	for await (const commit of commitsOf(gitDir, head)) {
		isCandidate(commit) && found.push(commit);
	}
	const candidates = seededOrder(found, ({ commit }) => commit, seed);
	const miner = new RepositoryMiner({ gitDir, repo, language, ...deps });
	const mined: MinedPair[] = [];
	const dropped = new Map<Reason, number>();
	let nExamined = 0;
	while (mined.length < most && nExamined < candidates.length) {
		for (const each of await miner.examine(candidates.slice(nExamined, nExamined + commitsAtOnce))) {
			if (mined.length < most) {
				nExamined++;
				'reason' in each ? dropped.set(each.reason, (dropped.get(each.reason) ?? 0) + 1) : mined.push(each);
			}
		}
		console.error(`${repo}: ${mined.length} pairs of ${nExamined} commits`);
	}
	const reasons = [...dropped].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, n]) => `${reason}: ${n}`);
	console.log(`| ${[repo, language, candidates.length, nExamined, mined.length, reasons.join(', ')].join(' | ')} |`);
	return mined;
}

/** Pairs with their texts, one JSON line each, as `faultline eval` reads them; without a path they are left out. */
export class TextFile {
	constructor(private readonly path: string | undefined) {
		path !== undefined && writeFileSync(path, '');
	}

	add({ pair, text, functions: code }: MinedPair): void {
		const { repo, commit, parent, language, files, modules, functions } = pair;
		const row = {
			...{ instance_id: `${repo.replace('/', '__')}-${commit.slice(0, 12)}`, repo, base_commit: parent },
			...{ problem_statement: text, language, gold: { files, modules, functions }, code },
		};
		this.path !== undefined && appendFileSync(this.path, `${JSON.stringify(row)}\n`);
	}
}
