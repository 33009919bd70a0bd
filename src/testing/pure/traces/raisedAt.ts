import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { FramePlace, WorkspaceFrames } from './workspaceFrames';

/** Where an error was raised. It is not necessarily caused there. */
export interface RaisedAt extends Pick<FramePlace, 'file' | 'line' | 'function'> {
	readonly error?: string;
}

/** The frame of the workspace nearest to the first error that has one; undefined if no frame is in the workspace. */
export function raisedAt(
	{ tracebacks }: Pick<IssueBrief, 'tracebacks'>,
	{ places }: WorkspaceFrames,
): RaisedAt | undefined {
	for (const { frames, error } of tracebacks) {
		const place = frames.toReversed().flatMap(frame => places.get(frame) ?? [])[0];
		if (place !== undefined) {
			const { file, line, function: name } = place;
			return {
				file,
				...(line !== undefined && { line }),
				...(name !== undefined && { function: name }),
				...(error !== undefined && { error }),
			};
		}
	}
	return undefined;
}
