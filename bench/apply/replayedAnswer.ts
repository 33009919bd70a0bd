import { spawnSync } from 'node:child_process';
import type { Workspace } from '../../src/history/pure/workspace';
import { applyPatchResponse } from '../../src/patches/pure/edits/applyPatchResponse';
import type { ApplyResult } from '../../src/patches/pure/edits/applyResult';
import { applyDiff } from '../../src/runs/pure/diff/applyDiff';
import { parseDiff } from '../../src/runs/pure/diff/parseDiff';
import { type WhyNot, whyNot } from './whyNot';

/** A row of raw_patches.jsonl.gz. */
export interface RecordedAnswer {
	readonly run: string;
	readonly instance_id: string;
	readonly n: number;
	readonly raw: string;
	readonly acr_status: string;
	readonly acr_diff: string | null;
	/** `ALL`: AutoCodeRover applied every edit it read. */
	readonly recheck: string;
	readonly edits: readonly { readonly file: string; readonly match: string }[];
}

export interface ReplayedAnswer {
	readonly answer: RecordedAnswer;
	readonly applied: ApplyResult;
	/** How the applied files differ from AutoCodeRover's; absent where it applied nothing. */
	readonly difference?: 'same' | 'blanks' | 'indentation' | 'other';
	/** Whether CPython's own parser, which is stricter than the grammar, finds a new error. */
	readonly isBroken: boolean;
	/** For an answer that does not apply. */
	readonly whyNot?: WhyNot;
}

export async function replayAnswer(answer: RecordedAnswer, workspace: Workspace): Promise<ReplayedAnswer> {
	const applied = await applyPatchResponse(answer.raw, workspace);
	const isBroken = applied.status === 'applied' && breaksPython(applied);
	if (applied.status !== 'applied') {
		return { answer, applied, isBroken, whyNot: await whyNot(answer.raw, applied, workspace.files) };
	}
	if (!answer.acr_diff) {
		return { answer, applied, isBroken };
	}
	return { answer, applied, isBroken, difference: await compare(answer.acr_diff, applied, workspace) };
}

const parseAll = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
def fails(text):
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return True
    return False
print(json.dumps(any(fails(after) and not fails(before) for before, after in json.load(sys.stdin))))
`;

function breaksPython({ changes }: ApplyResult): boolean {
	const files = changes.filter(({ path }) => path.endsWith('.py'));
	const input = JSON.stringify(files.map(({ before = '', after = '' }) => [before, after]));
	const { status, stdout, stderr } = spawnSync('python3', ['-c', parseAll], { input, encoding: 'utf8' });
	if (status !== 0) {
		throw new Error(`python3: ${stderr}`);
	}
	return JSON.parse(stdout) === true;
}

/** `blanks`: the files differ only in blank lines and in blanks at line ends; `indentation`: also in front of lines. */
async function compare(
	acrDiff: string,
	applied: ApplyResult,
	workspace: Workspace,
): Promise<'same' | 'blanks' | 'indentation' | 'other'> {
	const ours = new Map(applied.changes.map(({ path, after }) => [path, after ?? '']));
	const theirs = new Map<string, string>();
	for (const diff of parseDiff(acrDiff)) {
		const path = diff.newPath ?? diff.oldPath ?? '';
		theirs.set(path, applyDiff(await workspace.files.readText(path), diff) ?? 'the recorded diff does not apply');
	}
	const paths = [...new Set([...ours.keys(), ...theirs.keys()])];
	if (paths.every(path => ours.get(path) === theirs.get(path))) {
		return 'same';
	}
	const alike = (key: (line: string) => string) =>
		paths.every(path => linesBy(key, ours.get(path)) === linesBy(key, theirs.get(path)));
	if (alike(line => line.trimEnd())) {
		return 'blanks';
	}
	return alike(line => line.trim()) ? 'indentation' : 'other';
}

function linesBy(key: (line: string) => string, text: string | undefined): string | undefined {
	const lines = text?.split('\n').map(key);
	return lines?.filter(line => line !== '').join('\n');
}
