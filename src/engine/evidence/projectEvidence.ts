import { isTestPath } from '../../code/pure/search/isTestPath';
import { issueAsSent } from '../../outgoing/pure/gate/issueAsSent';
import type { RunLog } from '../../runs/pure/log/runLog';
import { openTestSuite } from '../../testing/pure/openTestSuite';
import type { ModelContext } from '../context';
import { affectedTests } from '../stages/validate/affectedTests';
import type { ProjectCommands, ProjectTests } from './judging';

/** Undefined if none are known, or they may not be run. */
export async function projectTests(
	log: RunLog,
	{ workspace, execution }: ModelContext,
): Promise<ProjectTests | undefined> {
	const mayRun = execution !== undefined && execution.skipsTests !== true;
	const suite = mayRun ? await openTestSuite(workspace, execution) : undefined;
	if (suite === undefined) {
		return undefined;
	}
	const paths = (await workspace.files.list()).map(({ path }) => path);
	return {
		suite,
		isTest: path => isTestPath(path, paths, workspace.languages),
		affected: changed => affectedTests(workspace, changed, { spectrum: log.run.spectrum, issue: issueAsSent(log.run) }),
	};
}

/** Undefined if none are set, or nothing may be run. */
export function projectCommands({ workspace, execution }: ModelContext): ProjectCommands | undefined {
	const commands = execution?.ownCommands;
	return commands && { commands, languages: workspace.parser.languages };
}
