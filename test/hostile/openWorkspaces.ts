import { join } from 'node:path';
import { openWorkspace } from '../../src/node/openWorkspace';
import { repoRoot } from '../support/repoRoot';

/**
 * Opens a workspace as often as asked, and prints the memory in use after each, as JSON. A process of its own, with
 * `--expose-gc`.
 */
async function main(nOpened: number): Promise<void> {
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const used: { heap: number; external: number }[] = [];
	for (let at = 0; at < nOpened; at++) {
		await openWorkspace({ roots: [{ name: '', dir: join(repoRoot, 'sample', 'python') }], packageRoot: repoRoot, log });
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		used.push({ heap: heapUsed, external });
	}
	process.stdout.write(JSON.stringify(used));
}

void main(Number(process.argv[2]));
