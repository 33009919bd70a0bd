import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import picomatch from 'picomatch';
import { askGit } from '../../../history/node/git/git';
import { textOf } from '../../../history/node/git/repository';
import type { ExecutedTree, FileDigest } from '../../../runs/pure/model/executedTree';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import type { Files } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import lockFiles from './lockFiles.json';
import type { TreeCopy } from './treeCopy';

/**
 * The files of a copy. `placeOf`: the absolute path of a workspace path. A link counts by the path it leads to. Throws
 * `UserError` if a file cannot be read.
 */
export async function executedTree(
	files: Files,
	trees: readonly Pick<TreeCopy, 'source'>[],
	placeOf: (path: string) => string,
): Promise<ExecutedTree> {
	const paths = (await files.list()).map(({ path }) => path).sort(compareText);
	const digests = await inParallel(paths, async (path): Promise<FileDigest> => {
		try {
			return { path, sha256: sha256(await contentOf(placeOf(path))) };
		} catch (error) {
			throw new UserError(`${path} cannot be read, so what is executed is not known: ${errorText(error)}`);
		}
	});
	const commit = await commitOf(trees);
	return {
		sha256: sha256(digests.map(each => `${each.sha256}  ${each.path}\n`).join('')),
		nFiles: digests.length,
		...(commit !== undefined && { commit }),
		locks: digests.filter(({ path }) => isLock(path)),
	};
}

const isLock = picomatch(lockFiles.map(name => `**/${name}`));

async function contentOf(file: string): Promise<Buffer> {
	return (await lstat(file)).isSymbolicLink() ? Buffer.from(await readlink(file)) : readFile(file);
}

function sha256(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

/** Undefined if the folders are in several repositories, or in none. */
async function commitOf([tree, ...others]: readonly Pick<TreeCopy, 'source'>[]): Promise<string | undefined> {
	if (tree === undefined || others.length > 0 || !tree.source.isRepository) {
		return undefined;
	}
	const { stdout, exitCode } = await askGit(tree.source.dir, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	return exitCode === 0 ? textOf(stdout) : undefined;
}
