import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BenchInstance, readInstances } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { seededOrder } from '../support/seededOrder';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { type AuditCase, auditRun, type CheckedPiece, type RunAudit } from './auditRun';
import { locateCase } from './locateCase';

const usage = `Checks every piece of evidence of located runs with a reading of issue and code of its own.
    npm run bench -- evidence --bench DIR --repos DIR [--runs N] [--seed N] [--cases FILE] [--list FILE] [--listed N]
--cases: JSON lines { "id", "issue" (the text), "folder" (the workspace) }, instead of --bench and --repos.
--list: writes so many (100) random pieces with their lines, for reading by hand.`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			bench: { type: 'string' },
			repos: { type: 'string' },
			runs: { type: 'string', default: '40' },
			seed: { type: 'string', default: '20261122' },
			cases: { type: 'string' },
			list: { type: 'string' },
			listed: { type: 'string', default: '100' },
		},
	});
	const { bench, repos, cases, list } = values;
	const seed = Number(values.seed);
	const audits: RunAudit[] = [];
	if (cases !== undefined) {
		audits.push(...(await auditCases(readCases(cases))));
	} else if (bench !== undefined && repos !== undefined) {
		const all = withCommits(repos, readInstances(bench));
		audits.push(...(await auditInstances(chooseInstances(all, seed, Number(values.runs)), repos)));
	} else {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	report(audits);
	if (list !== undefined) {
		const pieces = audits.flatMap(audit => audit.pieces);
		const chosen = seededOrder(pieces, ({ id }) => id, seed).slice(0, Number(values.listed));
		writeFileSync(list, chosen.map((piece, at) => listText(piece, at + 1)).join('\n'));
	}
}

/** So that no project decides the figures. */
const perProject = 5;

function chooseInstances(all: readonly BenchInstance[], seed: number, nRuns: number): BenchInstance[] {
	const ordered = seededOrder(all, ({ instance_id: id }) => id, seed);
	const groups = [...groupBy(ordered, ({ repo }) => repo).values()].map(group => group.slice(0, perProject));
	const allowed = new Set(groups.flat());
	const chosen = new Set(ordered.filter(each => allowed.has(each)).slice(0, nRuns));
	return groups.sort((a, b) => a.length - b.length).flatMap(group => group.filter(each => chosen.has(each)));
}

function readCases(file: string): AuditCase[] {
	const lines = readFileSync(file, 'utf8').split('\n');
	return lines.filter(line => line !== '').map(line => JSON.parse(line) as AuditCase);
}

async function auditCases(cases: readonly AuditCase[]): Promise<RunAudit[]> {
	const workspaces = new TreeWorkspaces(process.cwd());
	const audits: RunAudit[] = [];
	for (const each of cases) {
		const workspace = await workspaces.open(each.folder);
		audits.push(auditRun(each, await locateCase(each.issue, workspace)));
	}
	workspaces.dispose();
	return audits;
}

async function auditInstances(instances: readonly BenchInstance[], repos: string): Promise<RunAudit[]> {
	const audits: RunAudit[] = [];
	for (const [project, issues] of groupBy(instances, ({ repo }) => repo)) {
		const tree = new RepositoryTree(repos, project);
		const workspaces = new TreeWorkspaces(process.cwd());
		for (const { instance_id: id, base_commit: commit, problem_statement: issue } of issues) {
			tree.checkOut(commit);
			const workspace = await workspaces.open(tree.folder);
			const audit = auditRun({ id, issue, folder: tree.folder }, await locateCase(issue, workspace));
			audits.push(audit);
			console.error(`${id}: ${audit.pieces.length} pieces, ${audit.flaws.length} flaws`);
		}
		workspaces.dispose();
		tree.dispose();
	}
	return audits;
}

function report(audits: readonly RunAudit[]): void {
	const pieces = audits.flatMap(audit => audit.pieces);
	const locations = audits.flatMap(audit => audit.locations);
	for (const { id, flaws } of audits) {
		for (const flaw of flaws) {
			console.log(`${id}: ${flaw}`);
		}
	}
	for (const [kind, of] of groupBy(pieces, piece => piece.kind)) {
		console.log(`${kind.padEnd(8)} ${of.length} pieces, ${of.filter(({ wrong }) => wrong !== undefined).length} false`);
	}
	const unfolded = locations.filter(({ isLessLikely }) => !isLessLikely);
	console.log(
		`${audits.length} runs, ${locations.length} locations (${unfolded.length} unfolded), ${pieces.length} pieces: ` +
			`${pieces.filter(({ wrong }) => wrong !== undefined).length} false; unfolded without evidence: ` +
			`${unfolded.filter(({ nPieces }) => nPieces === 0).length}; other flaws: ` +
			`${audits.flatMap(({ flaws }) => flaws.filter(flaw => !flaw.startsWith('FALSE'))).length}`,
	);
}

function listText({ id, text, issueText, codeText, codePlace, wrong }: CheckedPiece, number: number): string {
	return [
		`${number}. ${id}`,
		`   says:  ${text}`,
		`   issue: ${issueText}`,
		`   code:  ${codePlace}: ${codeText}`,
		...(wrong === undefined ? [] : [`   FALSE: ${wrong}`]),
		'',
	].join('\n');
}

void main();
