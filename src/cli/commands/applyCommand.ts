import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readingWorkspace } from '../../history/node/readingWorkspace';
import { fileWarnings, warningText } from '../../patches/pure/acceptance/selfRunning';
import { applyPatchResponse } from '../../patches/pure/edits/applyPatchResponse';
import type { AppliedEdit, ApplyResult } from '../../patches/pure/edits/applyResult';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { workspaceFolder } from '../openCliWorkspace';
import { beyondGit, diffBytes } from '../output/diffBytes';
import help from './applyHelp.md';

/** `faultline apply`: from a model's answer to a diff. */
export const applyCommand: Command = {
	name: 'apply',
	help,
	options: {
		...workspaceOption,
		response: { type: 'string', short: 'r' },
		'allow-tests': { type: 'boolean' },
	},
	async run(call) {
		const where = responseOption(call);
		const folder = workspaceFolder(call);
		const { packageRoot, log, signal, terminal, values } = call;
		const answer = await readResponse(where, call);
		const workspace = readingWorkspace({ folder, packageRoot, log });
		const applied = await applyPatchResponse(answer, workspace, { allowTests: values['allow-tests'] === true, signal });
		const bytes = diffBytes(folder, applied.changes);
		const warnings = fileWarnings(applied.changes);
		if (values.json) {
			const { status, edits, why } = applied;
			const extra = { ...(warnings.length > 0 && { warnings }), ...(why !== undefined && { why }) };
			terminal.printJson({ status, edits, diff: applied.diff, ...extra });
		} else if (applied.status === 'applied') {
			for (const edit of applied.edits) {
				terminal.note(explained(edit));
			}
			for (const warning of warnings) {
				terminal.note(`Warning: ${warningText(warning)}`);
			}
			for (const why of beyondGit(folder, applied.changes)) {
				terminal.note(`${why}: git cannot apply its part of the diff.`);
			}
			terminal.printBytes(bytes);
		} else {
			terminal.print(refusalText(applied));
		}
		return applied.status === 'applied' ? 0 : 1;
	},
};

function responseOption({ values, positionals }: CommandCall): string {
	const where = textOption(values, 'response');
	if (where === undefined) {
		throw new UsageError('apply needs --response FILE or --response -. See `faultline apply --help`.');
	}
	if (positionals.length > 0) {
		throw new UsageError(`apply takes no arguments, but got "${positionals.join(' ')}".`);
	}
	return where;
}

/** `src/a.ts:10-12  applied (near, 91 %)`. */
function editText({ file, status, startLine, endLine, match, score, reason }: AppliedEdit): string {
	const lines = startLine === undefined ? '' : `:${startLine}-${endLine ?? startLine}`;
	const share = score === undefined || score === 1 ? '' : `, ${Math.round(100 * score)} %`;
	const how = reason ?? (match === undefined ? undefined : `${match}${share}`);
	return `${file}${lines}  ${status}${how === undefined ? '' : ` (${how})`}`;
}

function explained(edit: AppliedEdit): string {
	return [editText(edit), ...(edit.why === undefined ? [] : [edit.why])].join('\n');
}

function refusalText({ status, edits, why }: ApplyResult): string {
	const texts = edits.map(explained);
	const end = status === 'unchanged' ? ['The edits change nothing: the files already contain them.'] : [];
	return [...texts, ...(why === undefined ? [] : [why]), ...end].join('\n\n');
}

/**
 * Reads a model's answer from a file, or from standard input for `-`. Throws `UserError`, which states the remedy, if
 * there is none.
 */
async function readResponse(where: string, { terminal, signal }: CommandCall): Promise<string> {
	if (where === '-' && process.stdin.isTTY) {
		terminal.note("Paste the model's answer, then press Ctrl-D on an empty line.");
	}
	const bytes = await readBytes(where, signal);
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${where === '-' ? 'Standard input' : where} is not text: give a model's answer.`);
	}
	return text;
}

async function readBytes(where: string, signal: AbortSignal): Promise<Buffer> {
	if (where === '-') {
		signal.addEventListener('abort', () => process.stdin.destroy(signal.reason), { once: true });
		return readable(() => buffer(process.stdin), signal);
	}
	const file = resolve(where);
	if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
		throw new UserError(`There is no file ${file}: give the model's answer as a file, or as - for standard input.`);
	}
	return readable(() => buffer(createReadStream(file, { signal })), signal);
}

async function readable(read: () => Promise<Buffer>, signal: AbortSignal): Promise<Buffer> {
	try {
		return await read();
	} catch (error) {
		signal.throwIfAborted();
		throw new UserError(`The answer cannot be read: ${errorText(error)}`);
	}
}
