import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Continues in the dev dependency `node` where this Node is older: an npm script finds that one first on PATH, a direct call
 * does not. Programs that are started find the Node of this process.
 */
export async function inNewerNode() {
	if (Number(process.versions.node.split('.')[0]) < 24) {
		const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'node_modules', 'node', 'bin');
		const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
		const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
		for (const signal of ['SIGINT', 'SIGTERM']) {
			process.on(signal, () => child.kill(signal));
		}
		const [code] = await once(child, 'close');
		process.exit(code ?? 1);
	}
	process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;
}
