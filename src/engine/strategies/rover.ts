import { searchTools } from '../../models/pure/tools/toolTable';
import { singlePathOptions } from '../agent/branching/treeRules';
import { locateIssue } from '../agent/locateIssue';
import { fixToolsWith } from '../agent/turns/fixTools';
import { locatedEmbedded, presetStrategy } from './presetStrategy';

/** AutoCodeRover's reviews of patches. */
const maxReviews = 5;

const preset = {
	options: { ...singlePathOptions, maxRepairs: maxReviews - 1 },
	toolset: fixToolsWith(searchTools),
};

/** AutoCodeRover's strategy: one path of searches in the structure of the code, a reproducer, and up to five patches. */
export const rover = presetStrategy({
	...{ name: 'rover', needs: [] },
	...{ embedded: locatedEmbedded, locate: locateIssue, fix: () => preset },
});
