import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../../../history/pure/workspace';
import type { IssueBrief } from '../../../../../runs/pure/model/brief';
import { type CodeSymbol, isCallable } from '../../../../../runs/pure/model/symbol';
import type { FramePlace, WorkspaceFrames } from '../../../../../testing/pure/traces/workspaceFrames';
import { callsIn } from './leads';

/** A function that is in no frame because the compiler put its code into its caller. */
export interface BetweenFrames {
	readonly symbol: CodeSymbol;
	/** The line that calls the inner frame. */
	readonly line: number;
	readonly outer: FramePlace;
	readonly inner: FramePlace;
}

const limits = { pairs: 24, calls: 60, lineLength: 300 };

/**
 * Functions missing from the stacks: if a frame does not call the next inner one itself, a function of its folder that
 * it calls and that calls the next one. Reports without inlined frames have such gaps.
 */
export async function betweenFrames(
	brief: IssueBrief,
	{ places }: Pick<WorkspaceFrames, 'places'>,
	workspace: Workspace,
): Promise<readonly BetweenFrames[]> {
	const pairs = brief.tracebacks.flatMap(({ frames }) =>
		frames.flatMap((frame, at) => {
			const [outer, inner] = [places.get(frame), places.get(frames[at + 1] ?? frame)];
			return outer?.function === undefined || inner?.function === undefined || outer.function === inner.function
				? []
				: [{ outer, inner }];
		}),
	);
	const found = await Promise.all(pairs.slice(0, limits.pairs).map(pair => betweenPair(pair, workspace)));
	return found.flat();
}

async function betweenPair(
	{ outer, inner }: Pick<BetweenFrames, 'outer' | 'inner'>,
	workspace: Workspace,
): Promise<BetweenFrames[]> {
	const { index } = workspace;
	const symbol = index
		.enclosing(outer.file, outer.functionLine ?? 0)
		.find(each => isCallable(each) && each.name === outer.function);
	const calls = symbol === undefined ? [] : await callsOf(symbol, workspace);
	if (calls.some(({ name }) => name === inner.function)) {
		return [];
	}
	const called = [...new Set(calls.map(({ name }) => name))].slice(0, limits.calls).flatMap(name => {
		const folder = outer.file.slice(0, outer.file.lastIndexOf('/') + 1);
		const all = index.named(name).filter(each => isCallable(each) && each.file.startsWith(folder));
		return all.find(({ file }) => file === outer.file) ?? all.slice(0, 1);
	});
	const found = await Promise.all(
		called.map(async each => {
			const call = (await callsOf(each, workspace)).find(({ name }) => name === inner.function);
			return call === undefined ? [] : [{ symbol: each, line: call.line, outer, inner }];
		}),
	);
	return found.flat();
}

async function callsOf({ file, startLine, endLine }: CodeSymbol, { files }: Workspace) {
	const lines = splitLines(await readIfText(files, file)).slice(startLine - 1, endLine);
	return lines.flatMap((text, at) =>
		callsIn(text.slice(0, limits.lineLength)).map(name => ({ name, line: startLine + at })),
	);
}
