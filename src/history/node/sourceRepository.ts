import { existsSync } from 'node:fs';
import { readRegularFile } from '../../system/node/files/regularFile';
import { errorText } from '../../system/pure/errors/errorText';
import { NoHistoryError } from '../pure/history';
import { askGit } from './git/git';
import { findRepository, textOf } from './git/repository';

/** The user's repository as its history is read. */
export interface SourceRepository {
	/** Absolute path of the folder whose history it is. */
	readonly folder: string;
	/** Of that folder in the repository: '' or `packages/a/`. */
	readonly prefix: string;
	/** Id of the commit the user's files are based on. */
	readonly head: string;
	/** Absolute path of the folder of its objects. */
	readonly objects: string;
	readonly objectFormat: string;
	/** The commits whose parents a shallow clone lacks: the content of git's file; '' if nothing is missing. */
	readonly shallow: string;
	/** Files of old commits may be missing, and are not fetched. */
	readonly isPartial: boolean;
}

/**
 * Throws `NoHistoryError`, with the reason, if the folder has no history or git cannot be run. `known`: the previous
 * result, which saves requests for facts that hardly change.
 */
export async function sourceRepository(folder: string, known?: SourceRepository): Promise<SourceRepository> {
	const asked = ['--show-prefix', '--git-path', 'objects', '--git-path', 'shallow', '--show-object-format'];
	const { stdout, exitCode } = await askGit(folder, [
		...['rev-parse', '--path-format=absolute', ...asked],
		'HEAD^{commit}',
	]);
	if (exitCode !== 0) {
		throw await reasonFor(folder);
	}
	const [prefix = '', objects = '', shallowFile = '', objectFormat = 'sha1', head = ''] = textOf(stdout).split('\n');
	const shallow = existsSync(shallowFile) ? readRegularFile(shallowFile).toString('latin1') : '';
	const isPartial = known?.objects === objects ? known.isPartial : await hasPromisor(folder);
	return { folder, prefix, head, objects, objectFormat, shallow, isPartial };
}

async function reasonFor(folder: string): Promise<NoHistoryError> {
	try {
		const found = await findRepository(folder);
		return new NoHistoryError(
			found === undefined
				? `${folder} is in no git repository.`
				: found.head === undefined
					? 'The repository has no commit yet.'
					: 'Its git is too old: install version 2.31 or newer.',
		);
	} catch (error) {
		return new NoHistoryError(errorText(error));
	}
}

async function hasPromisor(folder: string): Promise<boolean> {
	const { exitCode } = await askGit(folder, ['config', '--get-regexp', '^remote\\..*\\.promisor$']);
	return exitCode === 0;
}
