import { homedir } from 'node:os';
import { repeatProof } from '../../engine/verify/repeatProof';
import { noHiddenFiles } from '../../outgoing/pure/gate/aiIgnore';
import { RedactedTexts } from '../../sharing/pure/exports/redactedTexts';
import { compareProof, isTreeOf, proofTask } from '../../sharing/pure/proof/compareProof';
import { isVerified } from '../../sharing/pure/proof/proofLine';
import { readProof } from '../../sharing/pure/proof/readProof';
import { UserError } from '../../system/pure/errors/userError';
import { sha256 } from '../../system/pure/text/contentHash';
import { openExecution } from '../cliEngine';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { executionOptions } from '../engineOptions';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { proofLinesText } from '../output/proofLinesText';
import { readChosenText } from '../readChosenText';
import help from './verifyHelp.md';

/** `faultline verify`: executes a proof record again. */
export const verifyCommand: Command = {
	name: 'verify',
	help,
	options: { ...workspaceOption, execute: { type: 'boolean' }, digest: { type: 'string' }, ...executionOptions },
	async run(call) {
		const { values, terminal, signal } = call;
		const folder = workspaceFolder(call);
		const file = fileOf(call);
		if (values.execute !== true) {
			throw new UsageError("verify runs the record's programs and the project's tests: add --execute to allow it.");
		}
		const text = readChosenText(file, 'a proof record');
		const record = readProof(text, file);
		const digest = await sha256(text);
		requireDigest(digest, call);
		using opened = await openCliWorkspace(folder, call);
		requireCode(opened, folder);
		const { workspace } = opened;
		const execution = await openExecution(folder, call);
		const repeated = await repeatProof(proofTask(record), tree => isTreeOf(record, tree), {
			...{ workspace, execution, signal },
			onStep: message => terminal.progress({ done: 0, total: 0, message }),
		});
		const texts = new RedactedTexts({ hidden: noHiddenFiles, homes: [homedir()] }, [folder]);
		const lines = await compareProof(record, repeated, output => texts.cleanCode(output, 'output'));
		const verified = isVerified(lines);
		const { result } = record.fix.predicate;
		if (values.json === true) {
			terminal.printJson({ verified, result, sha256: digest, lines });
		} else {
			terminal.print(proofLinesText({ lines, isVerified: verified, result }, terminal));
		}
		return verified ? 0 : 1;
	},
};

function fileOf({ positionals }: CommandCall): string {
	const [file, ...others] = positionals;
	if (file === undefined || others.length > 0) {
		throw new UsageError('verify takes one proof record. See `faultline verify --help`.');
	}
	return file;
}

/** Throws `UserError` if the record is not the one that the user names. */
function requireDigest(digest: string, { values }: CommandCall): void {
	const wanted = textOption(values, 'digest')?.replace(/^sha256:/, '');
	if (wanted !== undefined && wanted !== digest) {
		throw new UserError(`This is another record: its digest is sha256:${digest}.`);
	}
}
