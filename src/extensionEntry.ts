import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The extension is another bundle, in parts: see esbuild.config.mjs. */
const program = pathToFileURL(join(__dirname, 'program', 'extension.mjs')).href;

export async function activate(context: unknown): Promise<void> {
	const extension = (await import(program)) as { activate(context: unknown): void };
	extension.activate(context);
}
