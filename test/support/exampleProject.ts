import { accessSync, constants, globSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program is on PATH. */
export function isInstalled(program: string): boolean {
	const endings = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE').split(';') : [''];
	const folders = (process.env.PATH ?? '').split(delimiter);
	return folders.some(dir => endings.some(ending => isExecutable(join(dir, program + ending))));
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The files of the example in a folder, by path: those of its folder `project`. */
export function projectFiles(dir: string, ignored: readonly string[] = []): Record<string, string> {
	const top = join(dir, 'project');
	const paths = [
		...globSync('**/*.*', { cwd: top }),
		...globSync('**/.*/*', { cwd: top }),
		...globSync('*', { cwd: top }),
	];
	const files = [...new Set(paths)].filter(path => statSync(join(top, path)).isFile());
	return {
		...Object.fromEntries(files.map(path => [path.replaceAll('\\', '/'), readFileSync(join(top, path), 'utf8')])),
		'.gitignore': ['node_modules', ...ignored, ''].join('\n'),
	};
}
