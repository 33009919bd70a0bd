import { regionsAnswer } from '../localizer/pure/regions/regionsAnswer';
import { reasonFrom, regionText } from '../localizer/pure/regions/regionText';
import { issueAsSent } from '../outgoing/pure/gate/issueAsSent';
import { namesNoHidden, visibleEvidence } from '../outgoing/pure/gate/visibleEvidence';
import type { Run } from '../runs/pure/fold/run';
import { provisionalText } from '../runs/pure/fold/runResult';
import type { PublicContext, ToolResult } from './publicTool';

/** The lines to read next, of what a model may see: what this client was shown before is only named. */
export async function locatedAnswer(run: Run, context: PublicContext): Promise<ToolResult> {
	const { open, hidden: readHidden, shown } = context;
	const [workspace, hidden] = [await open(), await readHidden()];
	const { brief, selected, dismissed, state, message } = run;
	const locations = selected.locations.filter(
		({ id, file }) => hidden.hides(file) === undefined && !dismissed.includes(id),
	);
	const located = { issue: run.issue, brief, locations, ranking: selected.ranking };
	const answer = await regionsAnswer(located, workspace);
	const agreed = issueAsSent(run);
	const words = answer.words.filter(word => agreed.includes(word) && namesNoHidden(word, hidden));
	const text = await regionText({ ...answer, words }, located, {
		files: workspace.files,
		reasonOf: reasonFrom(locations, location => visibleEvidence(location, hidden)),
		...(shown && { wasShown: (file, lines) => shown.wasShown(file, lines) }),
	});
	const notes = [message, provisionalText(run)].filter(note => note !== undefined);
	const { regions, others, likelihood } = answer;
	return {
		ok: state !== 'failed',
		text: [...notes, text].join('\n'),
		places: regions,
		run: run.id,
		data: {
			run: { id: run.id, state },
			...(likelihood !== undefined && { likelihood }),
			regions: regions.map(({ file, startLine, endLine, names }) => ({ file, startLine, endLine, names })),
			others,
		},
	};
}
