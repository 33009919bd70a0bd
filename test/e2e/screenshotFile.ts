import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

/** The path of a screenshot, test/e2e/screenshots/`name`.png; makes the folder. */
export function screenshotFile(name: string): string {
	const folder = join(repoRoot, 'test/e2e/screenshots');
	mkdirSync(folder, { recursive: true });
	return join(folder, `${name}.png`);
}
