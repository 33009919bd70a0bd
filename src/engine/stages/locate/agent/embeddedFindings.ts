import { visibleWorkspace } from '../../../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../../history/pure/workspace';
import { type LocatedIssue, locateAside } from '../../../../localizer/pure/embedded/locateAside';
import { readAiIgnore } from '../../../../outgoing/pure/gate/aiIgnore';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import type { BugLocation, Ranking } from '../../../../runs/pure/model/location';
import { placeName } from '../../../../runs/pure/model/placeText';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import observationsPrompt from './observations.md';

/** Findings of the embedded localizer for an issue: first observations for a model, and the fallback result. */
export interface EmbeddedFindings {
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
	/** As the model reads them; empty if nothing was found. */
	readonly observations: readonly string[];
}

const maxPlaces = 10;

/** Searches the files that a model may see. Throws `UserError` if an ignore file cannot be read. */
export async function visibleFindings(
	log: RunLog,
	start: string,
	workspace: Workspace,
	input: LocatedIssue,
): Promise<EmbeddedFindings> {
	return embeddedFindings(log, start, visibleWorkspace(workspace, await readAiIgnore(workspace.files)), input);
}

/**
 * Recorded at the node the search starts from, so that files edited later do not change the findings shown to the
 * model.
 */
export function embeddedFindings(
	log: RunLog,
	start: string,
	workspace: Workspace,
	{ issue, brief, signal, called }: LocatedIssue,
): Promise<EmbeddedFindings> {
	const { edited: _edited, ...unedited } = brief;
	const { culprit } = log.run;
	const known = { ...(called !== undefined && { called }), ...(culprit !== undefined && { culprit }) };
	const key = called === undefined ? 'embedded localizer' : 'embedded localizer, after a reproducer';
	return log.value(start, key, { issue, brief: unedited, ...known }, async () => {
		const { locations, ranking } = await locateAside(workspace, {
			...{ issue, brief: unedited, signal },
			...known,
		});
		const places = locations.slice(0, maxPlaces).map(placeLine).join('\n');
		const observations = places === '' ? [] : [fillTemplate(observationsPrompt, { places })];
		return { locations, ranking, observations };
	});
}

/** `3. a/models.x:466 Request.prepare - contains builtin_str`: the issue is implied. */
function placeLine(location: BugLocation, at: number): string {
	const { file, startLine, evidence } = location;
	const own = evidence.filter(({ kind }) => kind !== 'calls');
	const why = (own.length > 0 ? own : evidence).map(({ text }) => shortReason(text)).join('; ');
	return `${at + 1}. ${file}:${startLine} ${placeName(location)}${why === '' ? '' : ` - ${why}`}`;
}

function shortReason(text: string): string {
	const short = text.replace(/(?:, (?:which|as) the issue (?:names|quotes|does))?\.$/, '');
	return short.replace(/^[A-Z](?=[a-z]* )/, letter => letter.toLowerCase());
}
