import { mergeTexts } from '../../../runs/pure/diff/mergeTexts';
import { withLineEnds } from '../../../runs/pure/diff/withLineEnds';

type Text = string | undefined;

/** The known texts of one file with accepted changes. Undefined texts: no file. */
export interface AcceptedFile {
	readonly path: string;
	/** The file before and after each write of accepted changes, oldest first. */
	readonly writes: readonly TextWrite[];
	/** The user's file. */
	readonly now: Text;
	/** The file in the commit that the accepted changes are added to. */
	readonly base: Text;
}

export interface TextWrite {
	readonly before: Text;
	readonly after: Text;
}

/** A file of the commit with the accepted changes and no other changes of the user. Line ends are `\n`. */
export type AcceptedText =
	| {
			readonly text: Text;
			/** The accepted lines were edited since. */
			readonly isEdited: boolean;
	  }
	/** A sentence that names the file. */
	| { readonly conflict: string };

/**
 * The accepted change is the difference between the user's file and the same file without it. An edit of accepted
 * lines, or directly next to them, belongs to it, as in a review; so lines that were changed back are no longer
 * accepted.
 */
export function acceptedText({ path, writes, now, base }: AcceptedFile): AcceptedText {
	const own = plain(now);
	const commit = plain(base);
	const { text: without, isEdited } = withoutAccepted(own, writes);
	if (without === own || own === commit) {
		return { text: commit, isEdited };
	}
	if (own === undefined) {
		return { text: undefined, isEdited };
	}
	if (without === undefined) {
		return commit === undefined
			? { text: own, isEdited }
			: { conflict: `${path} is new in the patch, but the commit has another file of this name.` };
	}
	if (commit === undefined) {
		return { conflict: `${path} is not in the commit: add and commit it first.` };
	}
	const merged = mergeTexts(without, { mine: commit, theirs: own }, 'mine');
	return merged.conflicts.length === 0
		? { text: merged.text, isEdited }
		: { conflict: `In ${path}, changes of yours are next to the accepted ones. ${notHandedOn}` };
}

const notHandedOn = 'Commit these first; for a pull request, the default branch must have them.';

/** A text of a user's file without the additions of these writes, and whether these were edited since. */
export function withoutAccepted(now: Text, writes: readonly TextWrite[]): { text: Text; isEdited: boolean } {
	let text = plain(now);
	let isEdited = false;
	for (const write of [...writes].reverse()) {
		const [before, after] = [plain(write.before), plain(write.after)];
		if (text === after || (before === undefined && text !== undefined)) {
			isEdited ||= text !== after;
			text = before;
		} else if (text === undefined || after === undefined || before === undefined) {
			// Deleted or created again since: nothing of this write is left.
			isEdited = true;
		} else {
			const merged = mergeTexts(after, { mine: text, theirs: before }, 'theirs');
			isEdited ||= merged.conflicts.length > 0;
			text = merged.text;
		}
	}
	return { text, isEdited };
}

function plain(text: Text): Text {
	return text === undefined ? undefined : withLineEnds(text, '\n');
}
