import { type RegionsAnswer, regionsAnswer } from '../localizer/pure/regions/regionsAnswer';
import { answerText, type ShownAnswer, shownAnswer } from '../localizer/pure/regions/regionText';
import { issueAsSent } from '../outgoing/pure/gate/issueAsSent';
import { namesNoHidden, visibleEvidence } from '../outgoing/pure/gate/visibleEvidence';
import type { Run } from '../runs/pure/fold/run';
import { provisionalText } from '../runs/pure/fold/runResult';
import type { PublicContext, ToolResult } from './publicTool';

/** The lines to read next, of what a model may see: what this client was shown before is only named. */
export async function locatedAnswer(run: Run, context: PublicContext): Promise<ToolResult> {
	const { answer, shown } = await locatedCode(run, context);
	const { id, state, message } = run;
	const notes = [message, provisionalText(run)].filter(note => note !== undefined);
	const { regions, others, likelihood } = answer;
	return {
		ok: state !== 'failed',
		text: [...notes, answerText(shown)].join('\n'),
		places: regions,
		run: id,
		data: {
			run: { id, state },
			...(likelihood !== undefined && { likelihood }),
			regions: regions.map(({ file, startLine, endLine, names }) => ({ file, startLine, endLine, names })),
			others,
		},
	};
}

/** The regions of a run, of what a model may see, and the same as it is shown; before the gate. */
export async function locatedCode(
	run: Run,
	{ open, hidden: readHidden, shown: before }: Pick<PublicContext, 'open' | 'hidden' | 'shown'>,
): Promise<{ readonly answer: RegionsAnswer; readonly shown: ShownAnswer }> {
	const [workspace, hidden] = [await open(), await readHidden()];
	const { issue, brief, selected, dismissed } = run;
	const locations = selected.locations.filter(
		({ id, file }) => hidden.hides(file) === undefined && !dismissed.includes(id),
	);
	const located = { issue, brief, locations, ranking: selected.ranking };
	const found = await regionsAnswer(located, workspace);
	const agreed = issueAsSent(run);
	const words = found.words.filter(word => agreed.includes(word) && namesNoHidden(word, hidden));
	const answer = { ...found, words };
	const shown = await shownAnswer(answer, located, {
		files: workspace.files,
		reasonsOf: location => visibleEvidence(location, hidden),
		...(before && { wasShown: (file, rows) => before.wasShown(file, rows) }),
	});
	return { answer, shown };
}
