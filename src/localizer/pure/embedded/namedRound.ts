import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import type { Suspiciousness } from '../ranking/suspiciousness';
import type { WantedName } from '../ranking/wantedNames';
import { nameCalls } from './nameCalls';
import { foundText } from './outcomeText';
import type { CallMeaning, PlannedCall } from './plannedCall';
import type { PlannedRound, RoundPlayer } from './roundPlayer';

const limits = { files: 3, calls: 10, leastNames: 4 };

/** Looks up the code the issue names outright: frames of stack traces, files, classes and functions. */
export function namedRound(
	suspiciousness: Suspiciousness,
	{ names, traced }: { readonly names: readonly WantedName[]; readonly traced: readonly PlannedCall[] },
	player: RoundPlayer,
): PlannedRound | undefined {
	const { brief, model } = suspiciousness;
	const frames = player.notAsked(traced);
	const files = player.notAsked(pathCalls(brief, model)).slice(0, limits.files);
	const nNames = Math.max(limits.leastNames, limits.calls - frames.length - files.length);
	const named = player.notAsked(nameCalls(names)).slice(0, nNames);
	const calls = [...frames, ...files, ...named];
	return calls.length === 0
		? undefined
		: {
				title: 'Look up what the issue names',
				reasoning: [
					...reason(frames, n => `A stack trace passes through this workspace: ${counted(n, 'frame')} to look at.`),
					...reason(files, n => `The issue points at ${counted(n, 'file')}.`),
					...(named.length === 0 ? [] : [`The issue names ${listed(names.slice(0, named.length).map(fullName))}.`]),
				],
				calls,
				summary: answered => `Looked up ${counted(calls.length, 'name')} from the issue: ${foundText(answered)}`,
			};
}

function reason(calls: readonly PlannedCall[], text: (n: number) => string): string[] {
	return calls.length === 0 ? [] : [text(calls.length)];
}

function fullName({ owner, name }: WantedName): string {
	return owner === undefined ? name : `${owner}.${name}`;
}

const windowLines = 5;

/** One call for each file of the workspace that an issue names, by its path or as a module. */
export function pathCalls(brief: IssueBrief, model: CodeModel): PlannedCall[] {
	const paths = brief.paths.flatMap(({ path, line }) =>
		model.filesOfPath(path).map(file => ({ file, line, weight: path.includes('/') ? 1 : 0.8 })),
	);
	const modules = brief.names.flatMap(({ text, inTitle, inProse }) =>
		moduleFiles(model, text).map(file => ({ file, line: undefined, weight: inTitle ? 0.9 : inProse ? 0.7 : 0.5 })),
	);
	return [...paths, ...modules]
		.sort((a, b) => b.weight - a.weight)
		.map(({ file, line, weight }) => ({
			tool: 'get_code_around_line',
			args: { file_name: file, line_number: line ?? 1, window_size: windowLines },
			meaning: meaningOf(file, line, weight),
		}));
}

function meaningOf(file: string, line: number | undefined, weight: number): CallMeaning {
	const place = line === undefined ? file : `${file}:${line}`;
	return { kind: 'path', weight, text: `The issue names ${place}.` };
}

/** The files of the longest part of a dotted name that is a module. */
function moduleFiles(model: CodeModel, name: string): readonly string[] {
	const parts = name.split('.');
	for (let end = parts.length; end > 1; end--) {
		const files = model.filesOfModule(parts.slice(0, end).join('/'));
		if (files.length > 0) {
			return files.length > 2 ? [] : files;
		}
	}
	return [];
}
