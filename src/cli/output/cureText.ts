import type { Cure, CureKind } from '../../system/pure/errors/cure';

type Sentence = string | ((cure: Cure) => string);

/** The option, the variable or the command that helps; empty if the message itself names it. */
const sentences: Readonly<Record<CureKind, Sentence>> = {
	setKey: 'Set the key in the variable OPENAI_API_KEY.',
	chooseModel: 'Use another model: --model openai:NAME.',
	testModel: 'Choose the form of its answers with --form; without it, the model is probed.',
	editEndpoint: 'Set the address with --base-url, or in the variable OPENAI_BASE_URL.',
	install: ({ program, command, page, isModule }) => {
		const how = command ?? page;
		const other = isModule === true ? '\n  Or name another interpreter: --interpreter PATH' : '';
		return how === undefined ? '' : `Install ${program ?? 'it'}: ${how}${other}`;
	},
	trust: '',
	retry: '',
	locate: 'Locate a bug: faultline locate --issue FILE.',
	openFolder: 'Name the folder with --workspace.',
	showRuns: 'List the runs: faultline runs list.',
	setTestCommand: 'Set the command with --test-command.',
	setOwnCommands: 'Set the commands with --build-command and --reproduce-command.',
};

/** The remedies for an error, each in a sentence on a line of its own. */
export function cureText(cures: readonly Cure[]): string {
	const texts = cures.map(cure => {
		const sentence = sentences[cure.kind];
		return typeof sentence === 'string' ? sentence : sentence(cure);
	});
	return texts
		.filter(text => text !== '')
		.map(text => `\n  ${text}`)
		.join('');
}
