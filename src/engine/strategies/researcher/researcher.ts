import { historyTools, researcherTools } from '../../../models/pure/tools/toolTable';
import { rootNode } from '../../../runs/pure/fold/run';
import { singlePathOptions } from '../../agent/branching/treeRules';
import { fixWithAgent } from '../../agent/fixWithAgent';
import { fixToolsWith } from '../../agent/turns/fixTools';
import { researchEmbedded } from '../../stages/locate/research/embedded/embeddedResearch';
import { beginRun } from '../beginRun';
import type { Strategy } from '../strategy';
import { researchIssue } from './researchIssue';

/**
 * Code Researcher's strategy, for failures whose cause is far from their symptoms: a model explores code and history with a
 * working memory, in several trajectories. For a fix, the agent begins with what they found. Without a model one trajectory
 * is driven by the names that the code of a failure uses.
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
			await fixWithAgent(log, { ...context, agent }, preset);
		} else {
			await researchIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};

const preset = {
	locate: researchIssue,
	options: singlePathOptions,
	toolset: fixToolsWith([...researcherTools, ...historyTools]),
	stage: { key: 'fix', title: 'Write a patch' },
};
