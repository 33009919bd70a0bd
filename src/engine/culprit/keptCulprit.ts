import { type Culprit, mostCulpritLines } from '../../runs/pure/model/culprit';
import { shortened } from '../../runs/pure/model/shortened';
import type { CulpritReport } from './culpritReport';

/** What a run keeps of an answer; undefined if no commit broke it, or none was found. */
export function keptCulprit({ kind, commits, probability, lines }: CulpritReport): Culprit | undefined {
	const [first] = commits;
	if ((kind !== 'found' && kind !== 'several') || first === undefined) {
		return undefined;
	}
	const { id: commit, subject, time } = first;
	return {
		...{ kind, commit, subject: shortened(subject, longest), time, nCommits: commits.length, probability },
		lines: lines.slice(0, mostCulpritLines).map(({ file, line, text }) => ({ file, line, text: keptLine(text) })),
	};
}

/** A line of code as a run keeps it. */
export function keptLine(text: string): string {
	return shortened(text.trim(), longest);
}

const longest = 200;
