import type { Workspace } from '../../../../../history/pure/workspace';
import { crashFrameText } from '../../../../../localizer/pure/explain/crashFrameText';
import type { IssueBrief } from '../../../../../runs/pure/model/brief';
import type { BugLocation } from '../../../../../runs/pure/model/location';
import { placeName } from '../../../../../runs/pure/model/placeText';
import {
	type FramePlace,
	type WorkspaceFrame,
	workspaceFrames,
} from '../../../../../testing/pure/traces/workspaceFrames';
import { type BetweenFrames, betweenFrames } from './betweenFrames';

/** The start of an investigation: a frame of the report, or a suspect of the embedded localizer. */
export interface Seed {
	readonly file: string;
	/** Of the function. */
	readonly name: string;
	/** A line of its definition. */
	readonly at: number;
	/** The suspected line, if known. */
	readonly line?: number;
	/** 1 for the first one. */
	readonly weight: number;
	/** Why it is suspected, as evidence. */
	readonly text: string;
	readonly isFrame: boolean;
}

const limits = { frames: 12, suspects: 5 };

/** The frames and the functions inlined between them, by weight; without any, the embedded localizer's top suspects. */
export async function seedsOf(
	brief: IssueBrief,
	workspace: Workspace,
	suspects: readonly BugLocation[],
): Promise<readonly Seed[]> {
	const found = await workspaceFrames(brief, workspace);
	const { project } = found;
	const heaviest = project[0]?.weight ?? 1;
	const frames = project.slice(0, limits.frames).flatMap(frame => frameSeed(frame, heaviest));
	if (frames.length === 0) {
		return suspects.slice(0, limits.suspects).flatMap(suspectSeed);
	}
	const between = await betweenFrames(brief, found, workspace);
	const inlined = between.flatMap(each => inlinedSeed(each, frames));
	return [...frames, ...inlined].sort((a, b) => b.weight - a.weight);
}

/** As likely as the less likely one of the frames around it; empty if it is a frame as well. */
function inlinedSeed({ symbol, line, outer, inner }: BetweenFrames, frames: readonly Seed[]): Seed[] {
	const seedOf = (place: Pick<FramePlace, 'file' | 'function'>) =>
		frames.find(({ file, name }) => file === place.file && name === place.function);
	const [caller, callee] = [seedOf(outer), seedOf(inner)];
	const { file, name, nameLine: at } = symbol;
	const text = `Called by ${outer.function} and calls ${inner.function}, which follow each other on the stack (${file}:${line}).`;
	return caller === undefined || callee === undefined || seedOf({ file, function: name }) !== undefined
		? []
		: [{ file, name, at, line, text, weight: Math.min(caller.weight, callee.weight), isFrame: true }];
}

function frameSeed(frame: WorkspaceFrame, heaviest: number): Seed[] {
	const { file, function: name, functionLine, line, depth, role } = frame;
	const at = functionLine ?? line;
	if (name === undefined || at === undefined) {
		return [];
	}
	const place = line === undefined ? name : `${file}:${line}`;
	const text = role === undefined ? `Frame ${depth} from the error (${place}).` : crashFrameText(role, depth, place);
	const own = { file, name, at, weight: frame.weight / heaviest, text, isFrame: true };
	return [line === undefined ? own : { ...own, line }];
}

function suspectSeed(location: BugLocation, rank: number): Seed[] {
	const { file, startLine: at, method, focus, evidence } = location;
	const line = focus?.[0]?.startLine;
	return method === undefined
		? []
		: [
				{
					...{ file, name: method, at, weight: 1 / (rank + 1), isFrame: false },
					text: evidence[0]?.text ?? `The embedded localizer suspects ${placeName(location)}.`,
					...(line !== undefined && { line }),
				},
			];
}
