import { locateEmbedded } from '../../localizer/pure/embedded/locateEmbedded';
import { searchTools } from '../../models/pure/tools/toolTable';
import { rootNode } from '../../runs/pure/fold/run';
import { singlePathOptions } from '../agent/branching/treeRules';
import { fixWithAgent } from '../agent/fixWithAgent';
import { locateIssue } from '../agent/locateIssue';
import { fixToolsWith } from '../agent/turns/fixTools';
import { beginRun } from './beginRun';
import type { Strategy } from './strategy';

/**
 * AutoCodeRover's strategy: one path of searches in the structure of the code, a reproducer, and patches, of which five are
 * reviewed at most. Without a model it locates with the embedded localizer.
 */
export const rover: Strategy = {
	name: 'rover',
	needs: [],
	async run(log, context) {
		await beginRun(log, context);
		const { agent, workspace, signal } = context;
		if (agent === undefined) {
			await locateEmbedded(log, rootNode, workspace, { signal });
		} else if (log.run.goal === 'fix') {
			const preset = { options: { ...singlePathOptions, maxRepairs: 4 }, toolset: fixToolsWith(searchTools) };
			await fixWithAgent(log, { ...context, agent }, preset);
		} else {
			await locateIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};
