import type { BugLocation } from '../../../model/location';
import { bestFirst } from '../../../rank/rankFusion';
import { readIfText } from '../../../rank/readIfText';
import type { Suspicion } from '../../../rank/suspicion';
import { splitLines } from '../../../search/fileTexts';
import type { Workspace } from '../../../workspace';
import { intendedBehavior } from '../intendedBehavior';
import type { ReasonNodes } from './nameLocations';

/** Of this many most suspicious files those without any function are named whole: settings, tables, plain text. */
const fileLimit = 3;

export async function fileLocations(
	suspicion: Suspicion,
	workspace: Workspace,
	nodes: ReasonNodes,
): Promise<BugLocation[]> {
	const { files } = suspicion.scores();
	const best = bestFirst(files).slice(0, fileLimit);
	const bare = best.filter(at => suspicion.model.functionsIn(at).length === 0);
	const locations: BugLocation[] = [];
	for (const at of bare) {
		const file = suspicion.model.files[at] ?? '';
		const endLine = Math.max(1, splitLines(await readIfText(workspace.files, file)).length);
		const sighted = suspicion.sightings.filter(({ places }) => places.some(place => place.file === file));
		const node = sighted[0]?.node ?? nodes.words;
		locations.push({
			id: `${file}#L1-${endLine}`,
			file,
			startLine: 1,
			endLine,
			intendedBehavior: intendedBehavior(suspicion.brief, file),
			score: Math.round((files[at] ?? 0) * 1000) / 1000,
			evidence: [
				{
					kind: 'words',
					text: 'Among the files closest to the issue, and without functions of its own.',
					...(node === undefined ? {} : { node }),
				},
			],
		});
	}
	return locations;
}
