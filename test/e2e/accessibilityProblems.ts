import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../support/repoRoot';

/** What axe finds wrong with a page, one line each. The page's own frame is looked at, not VS Code around it. */
export async function accessibilityProblems(frame: Frame): Promise<readonly string[]> {
	// A view has no background: VS Code's shows through, which axe cannot detect.
	await frame.evaluate(`document.body.style.background = 'var(--vscode-sideBar-background)'`);
	await frame.evaluate(readFileSync(join(repoRoot, 'node_modules/axe-core/axe.min.js'), 'utf8'));
	const results = (await frame.evaluate('axe.run(document)')) as AxeResults;
	return results.violations.flatMap(({ id, help, nodes }) =>
		nodes.map(node => `${id}: ${help}: ${node.html}: ${node.failureSummary}`),
	);
}
