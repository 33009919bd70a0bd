import { FileTexts } from '../../../code/pure/texts/fileTexts';
import type { Workspace } from '../../../history/pure/workspace';
import { regionsAnswer } from '../../../localizer/pure/regions/regionsAnswer';
import { suspectsOf } from '../../../localizer/pure/regions/suspects';
import type { Run } from '../../../runs/pure/fold/run';
import type { Ranking } from '../../../runs/pure/model/location';
import type { Place } from '../../../runs/pure/model/symbol';
import type { GoldLines } from './goldLines';
import type { ShownByWay } from './lineReport';
import { measureShown, type ShownLines } from './shownLines';
import { wordGrep } from './wordGrep';

interface Compared {
	/** Of BM25. */
	readonly baseline: Ranking;
	readonly gold: GoldLines;
}

/** Functions that are read whole at most. */
const mostFunctions = 200;

/**
 * What four ways to answer show of the fix: the regions, the locations as whole functions in their order with the ranking
 * behind them, the functions of BM25, and the lines that `rg` finds by the words of the issue. Undefined if nothing that is
 * known was changed.
 */
export async function shownByWay(
	{ issue, brief, selected }: Run,
	{ baseline, gold }: Compared,
	workspace: Workspace,
): Promise<ShownByWay | undefined> {
	const texts = new FileTexts(workspace.files);
	const { index } = workspace;
	const { regions } = await regionsAnswer({ issue, brief, ...selected }, workspace);
	const ways: Readonly<Record<string, readonly Place[]>> = {
		regions,
		functions: suspectsOf(selected, index, mostFunctions),
		BM25: suspectsOf({ locations: [], ranking: baseline }, index, mostFunctions),
		rg: await wordGrep(issue, workspace),
	};
	const shown: Record<string, ShownLines> = {};
	for (const [name, places] of Object.entries(ways)) {
		const measured = await measureShown(places, gold, file => texts.lines(file));
		if (measured === undefined) {
			return undefined;
		}
		shown[name] = measured;
	}
	return shown;
}
