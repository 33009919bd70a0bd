import { historyTools, researcherTools } from '../../../models/pure/tools/toolTable';
import { rootNode } from '../../../runs/pure/fold/run';
import { singlePathOptions } from '../../agent/branching/treeRules';
import { fixToolsWith } from '../../agent/turns/fixTools';
import { researchEmbedded } from '../../stages/locate/research/embedded/embeddedResearch';
import { presetStrategy } from '../presetStrategy';
import { researchIssue } from './researchIssue';

const preset = {
	locate: researchIssue,
	options: singlePathOptions,
	toolset: fixToolsWith([...researcherTools, ...historyTools]),
	stage: { key: 'fix', title: 'Write a patch' },
};

/**
 * Code Researcher's strategy, for failures whose cause is far from their symptoms: a model explores code and history with a
 * working memory, in several trajectories. For a fix, the agent begins with what they found. Without a model one trajectory
 * is driven by the names that the code of a failure uses.
 */
export const researcher = presetStrategy({
	...{ name: 'researcher', needs: [] },
	embedded: (log, { workspace, signal, options }) => researchEmbedded(log, rootNode, { workspace, signal, ...options }),
	...{ locate: researchIssue, fix: () => preset },
});
