import { counted } from '../../../../system/pure/text/counted';
import { findingsText, type TestFindings, type TestNames, testNamesText } from './testFindings';

/** What the near tests say of changes that are in the user's files: of all together, and of each. */
export interface HunkJudgment {
	/** The tests as they are now, with the changes compared with the code without them. */
	readonly tests: TestFindings;
	readonly hunks: readonly JudgedHunk[];
	/** So many more hunks were not tried. */
	readonly nLeft?: number;
}

/** A hunk that was left out, or several that were left out together. */
export interface JudgedHunk {
	readonly path: string;
	/** Their positions in the patch's own diff of the file. */
	readonly hunks: readonly number[];
	/** Characters that they remove and add: with others, the user has edited them since. */
	readonly size: readonly [removed: number, added: number];
	/** The tests that pass with all changes, and not without these. */
	readonly needed: TestNames;
}

/** `3 of 4 changes are needed by near tests. 40 near tests pass as before; turned green: test_cart` */
export function judgmentText({ tests, hunks, nLeft = 0 }: HunkJudgment): string {
	const nNeeded = hunks.filter(({ needed }) => needed.n > 0).length;
	const needed = `${nNeeded} of ${counted(hunks.length, 'change')} ${nNeeded === 1 ? 'is' : 'are'} needed by near tests`;
	const left = nLeft === 0 ? '' : `, ${nLeft} more ${nLeft === 1 ? 'was' : 'were'} not tried`;
	return `${needed}${left}. ${findingsText(tests, 'patch')}`;
}

/** What the tests say of a hunk. */
export function judgedHunkText({ needed }: Pick<JudgedHunk, 'needed'>): string {
	return needed.n === 0
		? 'No near test needs it'
		: `Without it, ${testNamesText(needed)} ${needed.n === 1 ? 'fails' : 'fail'}`;
}
