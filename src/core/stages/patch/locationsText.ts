import type { BugLocation } from '../../model/location';
import type { Workspace } from '../../workspace';

/** Longer ones are cut: a location is a method as a rule, and seldom a file. */
const lineLimit = 400;

/** The located places with their code as it stands now, without line numbers: a patch quotes it. */
export async function locationsText(locations: readonly BugLocation[], { files }: Workspace): Promise<string> {
	const texts: string[] = [];
	for (const [at, location] of locations.entries()) {
		const lines = (await files.readText(location.file)).split(/\r?\n/);
		texts.push(locationText(location, at + 1, lines));
	}
	return texts.join('\n\n');
}

function locationText(location: BugLocation, number: number, lines: readonly string[]): string {
	const { file, class: owner, method, startLine, endLine, intendedBehavior } = location;
	const lastLine = Math.min(endLine, startLine + lineLimit - 1);
	const code = lines.slice(startLine - 1, lastLine);
	const rest = endLine > lastLine ? [`(${endLine - lastLine} more lines)`] : [];
	return [
		`Location #${number}`,
		`<file>${file}</file>`,
		...(owner === undefined ? [] : [`<class>${owner}</class>`]),
		...(method === undefined ? [] : [`<method>${method}</method>`]),
		'<code>',
		...code,
		...rest,
		'</code>',
		`<intended_behavior>${intendedBehavior}</intended_behavior>`,
	].join('\n');
}
