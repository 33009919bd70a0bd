import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { workspaceHash } from '../../code/node/listing/workspaceHash';
import type { CulpritReport } from '../../engine/culprit/culpritReport';
import { usualJobs, usualMaxRuns } from '../../engine/culprit/culpritRequest';
import type { CulpritTarget } from '../../engine/culprit/culpritTarget';
import { defaultStorageFolder } from '../../system/node/files/storageFolder';
import { UserError } from '../../system/pure/errors/userError';
import { runTestStep } from '../execution/testStep';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';

/**
 * Finds the commit that broke a test or a reproducer, by running it at old commits, once the user agreed. Undefined if the user
 * cancelled. Throws `UserError` if it does not fail now, or the workspace is not one folder of a repository.
 */
export function findCommit(services: Services, target: CulpritTarget): Promise<CulpritReport | undefined> {
	const [root, ...others] = workspaceRoots();
	if (root === undefined || others.length > 0) {
		throw new UserError('The commit that broke a test can be found in a window with one folder only.');
	}
	const title = vscode.l10n.t('Finding the commit that broke it');
	const what = vscode.l10n.t(
		'The failed test runs at old commits of this repository, in copies of your workspace: the code of those commits runs as well.',
	);
	return runTestStep(services, { title, what }, async ({ workspace, execution, signal, report }) => {
		const { performCulprit } = await import('../../engine/culprit/performCulprit');
		const { CommitRepository } = await import('../../history/node/culprit/commitRepository');
		const { CulpritOutcomes } = await import('../../history/node/culprit/culpritOutcomes');
		// Shared with the command line.
		const own = join(defaultStorageFolder(), 'culprit', workspaceHash([root], []));
		const nJobs = usualJobs(availableParallelism());
		const request = { good: undefined, paths: [], isFirstParent: false, isFlaky: false, maxRuns: usualMaxRuns, nJobs };
		return performCulprit(target, request, {
			...{ workspace, execution, signal, with: [], isFresh: false },
			source: await CommitRepository.open(root.dir, join(own, 'git')),
			kept: new CulpritOutcomes(join(own, 'outcomes')),
			onProgress: report,
		});
	});
}
