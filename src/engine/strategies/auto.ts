import { deadEndOptions } from '../agent/branching/treeRules';
import type { FixPreset } from '../agent/fixWithAgent';
import { locateIssue } from '../agent/locateIssue';
import { fixTools } from '../agent/turns/fixTools';
import { locatedEmbedded, presetStrategy } from './presetStrategy';

export const autoPreset: FixPreset = {
	...{ options: deadEndOptions, beginsAgain: 2 },
	...{ toolset: fixTools, writesCandidates: 'ifTested' },
};

/** A single path: only a dead end leads back to the report of the place, or to the beginning. */
export const auto = presetStrategy({
	...{ name: 'auto', needs: [] },
	...{ embedded: locatedEmbedded, locate: locateIssue, fix: () => autoPreset },
});
