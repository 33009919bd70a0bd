import type { Workspace } from '../../history/pure/workspace';
import { type RegionBudget, usualBudget } from '../../localizer/pure/regions/region';
import { regionsAnswer } from '../../localizer/pure/regions/regionsAnswer';
import { answerText, shownAnswer } from '../../localizer/pure/regions/regionText';
import type { Run } from '../../runs/pure/fold/run';
import { shownEvidence } from '../../runs/pure/fold/shownEvidence';
import type { BugLocation } from '../../runs/pure/model/location';
import { type CommandCall, count, UsageError } from '../command';

/** With headings and the other places, an answer is at most 5,000 tokens then. */
const mostTokens = 4500;

/** The budget of `--regions`, if they are asked for. Throws `UsageError`. */
export function regionBudget(call: CommandCall): RegionBudget | undefined {
	const tokens = count(call, 'budget');
	if (call.values.regions !== true) {
		if (tokens !== undefined) {
			throw new UsageError('--budget is for --regions. See `faultline locate --help`.');
		}
		return undefined;
	}
	if (tokens !== undefined && tokens > mostTokens) {
		throw new UsageError(`--budget takes at most ${mostTokens} tokens: more is read better with a search.`);
	}
	return { ...usualBudget, ...(tokens !== undefined && { tokens }) };
}

/** Prints the regions of a run that has ended. `ms`: its duration. */
export async function printRegions(
	run: Run,
	workspace: Workspace,
	{ budget, ms }: { readonly budget: RegionBudget; readonly ms: number },
	{ values, terminal }: Pick<CommandCall, 'values' | 'terminal'>,
): Promise<void> {
	const { issue, brief, selected, dismissed } = run;
	const locations = selected.locations.filter(({ id }) => !dismissed.includes(id));
	const located = { issue, brief, locations, ranking: selected.ranking };
	const answer = await regionsAnswer(located, workspace, budget);
	if (values.json === true) {
		terminal.printJson({ run: run.id, engine: run.engine, ...answer, ms });
		return;
	}
	const reasonsOf = (location: BugLocation) => shownEvidence(location).map(({ text }) => text);
	terminal.print(answerText(await shownAnswer(answer, located, { files: workspace.files, reasonsOf })));
}
