import type { LanguageData } from '../../code/pure/languages/languageData';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import type { SeenCrash } from '../../runs/pure/model/testing/crashCheck';
import { isSameCrash, reportedCrash } from '../stages/validate/seenCrash';

/** The comparable facts of a failure of a test that is the same at each commit. */
export interface FailureSignature {
	readonly crash: SeenCrash | undefined;
	/** The innermost line of the test's own file that it shows, 1-based. */
	readonly testLine: number | undefined;
	/** The first line of the message, without what differs from run to run. */
	readonly message: string;
	readonly isHang: boolean;
}

export interface ShownFailure {
	readonly text: string;
	readonly isHang: boolean;
	/** Workspace path of the test's file. */
	readonly testFile: string | undefined;
}

export function failureSignature(
	{ text, isHang, testFile }: ShownFailure,
	languages: readonly LanguageData[],
): FailureSignature {
	const issue = issueFromText(text, { kind: 'command' });
	const brief = issue && makeBrief(issue, languages);
	const name = testFile?.slice(testFile.lastIndexOf('/') + 1);
	const frames = brief?.tracebacks.flatMap(each => each.frames) ?? [];
	const own = name === undefined ? undefined : frames.findLast(({ file }) => isNamed(file, name));
	return {
		crash: brief && reportedCrash(brief),
		testLine: own?.line ?? lineAfter(text, name),
		message: plainMessage(text),
		isHang,
	};
}

/**
 * Whether two failures of the same test are of the same kind: the same error at the same line of the test, else in the
 * same function; for failures without a stack trace, with the same message.
 */
export function isSameFailure(a: FailureSignature, b: FailureSignature): boolean {
	if (a.isHang || b.isHang) {
		return a.isHang === b.isHang;
	}
	if (a.crash !== undefined && b.crash !== undefined) {
		const hasLines = a.testLine !== undefined && b.testLine !== undefined;
		return hasLines ? a.crash.kind === b.crash.kind && a.testLine === b.testLine : isSameCrash(a.crash, b.crash);
	}
	const areOther = (a.crash === undefined) !== (b.crash === undefined);
	return !areOther && (a.testLine === undefined ? a.message === b.message : a.testLine === b.testLine);
}

function isNamed(file: string, name: string): boolean {
	return file === name || file.endsWith(`/${name}`) || file.endsWith(`\\${name}`);
}

/** `cart_test.go:12: got 1, want 2`. */
function lineAfter(text: string, name: string | undefined): number | undefined {
	const at = name === undefined ? -1 : text.indexOf(`${name}:`);
	const digits =
		at === -1 ? null : /^\d{1,9}/.exec(text.slice(at + (name?.length ?? 0) + 1, at + (name?.length ?? 0) + 10));
	return digits === null ? undefined : Number(digits[0]);
}

/** Numbers and addresses differ from run to run, and paths from copy to copy. */
function plainMessage(text: string): string {
	const first = text.split('\n').find(line => line.trim() !== '') ?? '';
	const words = first.slice(0, 300).split(/\s+/);
	return words
		.map(word => (/[/\\]/.test(word) ? '…' : word.replace(/0x[\da-f]+|\d+/gi, '#')))
		.join(' ')
		.trim();
}
