import { resolve } from 'node:path';
import { openGrammarFolder } from '../../code/node/languages/grammarFolder';
import { LanguageTable } from '../../code/pure/definitions/languageTable';
import { SourceParser } from '../../code/pure/definitions/sourceParser';
import { readFixedIssues } from '../../research/node/eval/fixedIssues';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { evaluateIssue } from '../eval/evaluateIssue';
import { performEval } from '../eval/performEval';
import help from './evalHelp.md';

/** `faultline eval`: how often `locate` finds the code fixed for known bugs. */
export const evalCommand: Command = {
	name: 'eval',
	help,
	options: {
		...workspaceOption,
		issue: { type: 'string' },
		instances: { type: 'string' },
		repos: { type: 'string' },
		output: { type: 'string' },
		predictions: { type: 'string' },
		against: { type: 'string' },
		jobs: { type: 'string' },
		only: { type: 'string' },
		report: { type: 'string' },
		'no-history': { type: 'boolean' },
	},
	async run(call) {
		const file = requireOptions(call);
		const grammars = openGrammarFolder(call.packageRoot);
		const parsing = { languages: new LanguageTable(grammars.languages), parser: new SourceParser(grammars) };
		const [clones, only] = [textOption(call.values, 'repos'), textOption(call.values, 'only')];
		const issues = await readFixedIssues({
			file: resolve(file),
			clones,
			only,
			parsing: { ...parsing, signal: call.signal },
		});
		const [issue] = issues;
		if (call.values.workspace !== undefined && issue !== undefined) {
			call.terminal.printJson(await evaluateIssue(issue, call));
			return 0;
		}
		return performEval(issues, parsing, call);
	},
};

/** The file of the issues. Throws `UsageError` for options that are missing or exclude each other. */
function requireOptions({ values, positionals }: CommandCall): string {
	const how = 'See `faultline eval --help`.';
	const file = textOption(values, 'instances');
	if (positionals.length > 0) {
		throw new UsageError(`eval takes no arguments, but got "${positionals.join(' ')}".`);
	}
	if (file === undefined) {
		throw new UsageError(`eval needs --instances FILE, the issues with their fixes. ${how}`);
	}
	if ((values.workspace === undefined) !== (values.issue === undefined)) {
		throw new UsageError(`--workspace and --issue are for one issue, and are used together. ${how}`);
	}
	if (values.predictions !== undefined && values.output !== undefined) {
		throw new UsageError('--predictions and --output exclude each other: with predictions, nothing runs.');
	}
	if (values.predictions !== undefined && values.report !== undefined) {
		throw new UsageError('--report shows why the localizer missed something: it cannot explain --predictions.');
	}
	return file;
}
