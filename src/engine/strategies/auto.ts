import { locateEmbedded } from '../../localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../runs/pure/fold/run';
import { deadEndOptions } from '../agent/branching/treeRules';
import { type FixPreset, fixWithAgent } from '../agent/fixWithAgent';
import { locateIssue } from '../agent/locateIssue';
import { fixTools } from '../agent/turns/fixTools';
import { beginRun } from './beginRun';
import type { Strategy } from './strategy';

export const autoPreset: FixPreset = {
	...{ options: deadEndOptions, beginsAgain: 2 },
	...{ toolset: fixTools, writesCandidates: 'ifTested' },
};

/**
 * One agent with one conversation: it looks, runs programs, edits, and has its changes judged, and each judgement is a
 * result that it can answer. It begins as a single path; only a dead end leads back to an earlier decision. Without a
 * model it locates with the embedded localizer.
 */
export const auto: Strategy = {
	name: 'auto',
	needs: [],
	async run(log, context) {
		await beginRun(log, context);
		const { agent, workspace, signal } = context;
		if (agent === undefined) {
			await locateEmbedded(log, rootNode, workspace, { signal });
		} else if (log.run.goal === 'fix') {
			await fixWithAgent(log, { ...context, agent }, autoPreset);
		} else {
			await locateIssue(log, rootNode, { ...context, agent }, { clues: [] });
		}
	},
};
