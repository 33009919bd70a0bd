import { locateEmbedded } from '../../../localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../../runs/pure/fold/run';
import { beginRun } from '../beginRun';
import type { Strategy } from '../strategy';
import { fixIssue } from './fixIssue';
import { locateIssue } from './locateIssue';

/**
 * AutoCodeRover's strategy, in stages: locate and, for a fix, reproduce before and patch, review and validate after it.
 * Without a model it locates with the embedded localizer.
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
			await fixIssue(log, { ...context, agent }, locateIssue);
		} else {
			await locateIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};
