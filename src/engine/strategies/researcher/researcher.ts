import { rootNode } from '../../../runs/pure/fold/run';
import { researchEmbedded } from '../../stages/locate/research/embedded/embeddedResearch';
import { beginRun } from '../beginRun';
import { fixIssue } from '../rover/fixIssue';
import type { Strategy } from '../strategy';
import { researchIssue } from './researchIssue';

/**
 * Code Researcher's strategy, for failures whose cause is far from their symptoms: a model explores code with a working
 * memory, in several trajectories. A fix follows in the stages of `rover`. Without a model one trajectory is driven by
 * the names that the code of a failure uses.
 */
export const researcher: Strategy = {
	name: 'researcher',
	needs: [],
	async run(log, context) {
		await beginRun(log, context);
		const { agent, workspace, signal, options } = context;
		if (agent === undefined) {
			await researchEmbedded(log, rootNode, { workspace, signal, ...options });
		} else if (log.run.goal === 'fix') {
			await fixIssue(log, { ...context, agent }, researchIssue);
		} else {
			await researchIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};
