import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { qualifiedName } from '../../src/runs/pure/model/symbol';
import { keep } from './measured';
import { measureFailure } from './measureFailure';

/** `case.json`: a project in which the line that raised is not the cause. */
export interface CausedCase {
	readonly kind: string;
	readonly test: string;
	readonly raised: { readonly file: string; readonly name: string };
	readonly cause: { readonly file: string; readonly name: string };
}

const cases = join('bench', 'caused', 'cases');
const log = { info: () => undefined, warn: () => undefined, error: console.error };

function readCase(id: string): CausedCase {
	return JSON.parse(readFileSync(join(cases, id, 'case.json'), 'utf8')) as CausedCase;
}

/** A copy of a case's project; its owner removes it. */
export function copyOfCase(id: string): string {
	const folder = mkdtempSync(join(tmpdir(), `faultline-${id}-`));
	cpSync(join(cases, id, 'project'), folder, { recursive: true });
	return folder;
}

export async function measureCases(out: string): Promise<void> {
	for (const [nth, id] of readdirSync(cases).sort().entries()) {
		const { test, cause } = readCase(id);
		const folder = copyOfCase(id);
		try {
			const { workspace } = await openWorkspace({
				roots: [{ name: '', dir: folder }],
				packageRoot: process.cwd(),
				log,
			});
			const symbol = workspace.index.file(cause.file)?.symbols.find(each => qualifiedName(each) === cause.name);
			const measured = await measureFailure(folder, test);
			if (symbol === undefined || measured === undefined) {
				throw new Error(`${id}: ${symbol === undefined ? `${cause.name} is not defined` : 'no test fails'}`);
			}
			const { startLine, endLine } = symbol;
			const issue = readFileSync(join(cases, id, 'issue.md'), 'utf8');
			const gold = { file: cause.file, startLine, endLine };
			keep(out, { project: 'cases', id, gold, ...measured, issue }, nth);
			console.log(id, ...measured.problems);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
}
