import { readIfText } from '../../code/pure/texts/readIfText';
import type { Workspace } from '../../history/pure/workspace';

/** Files that are as they are now at each commit: their texts by workspace path. */
export interface TestFiles {
	/** The test's own file, and those that the user named. */
	readonly narrow: ReadonlyMap<string, string>;
	/** These, and the ones beside them that only tests use. */
	readonly all: ReadonlyMap<string, string>;
}

/**
 * The files of a test. `file`: its workspace path, if known; `named`: others by the user. In a folder of tests, all
 * files of its own folder may help it; else those that are tests.
 */
export async function testFiles(
	{ files, languages }: Pick<Workspace, 'files' | 'languages'>,
	file: string | undefined,
	named: readonly string[],
): Promise<TestFiles> {
	const own = [...(file === undefined ? [] : [file]), ...named];
	const folder = file?.slice(0, file.lastIndexOf('/') + 1) ?? '';
	const isOfTests = folder !== '' && languages.isTest(`${folder}file`);
	const isBeside = (path: string) =>
		path.startsWith(folder) && (isOfTests || (!path.slice(folder.length).includes('/') && languages.isTest(path)));
	const listed = file === undefined ? [] : (await files.list()).map(({ path }) => path).filter(isBeside);
	const read = async (paths: readonly string[]) => {
		const texts = paths.map(async path => [path, await readIfText(files, path)] as const);
		return new Map((await Promise.all(texts)).filter(([path, text]) => text !== '' || own.includes(path)));
	};
	return { narrow: await read(own), all: await read([...new Set([...own, ...listed.slice(0, mostFiles)])]) };
}

const mostFiles = 500;
