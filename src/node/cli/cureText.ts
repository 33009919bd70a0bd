import type { Cure, CureKind } from '../../core/model/cure';

type Sentence = string | ((cure: Cure) => string);

/** The option, the variable or the command that helps; empty where the message itself names it. */
const sentences: Readonly<Record<CureKind, Sentence>> = {
	setKey: 'The key is read from the variable OPENAI_API_KEY.',
	chooseModel: 'Another model: --model openai:NAME.',
	testModel: 'What the model can do is probed unless --form names it.',
	editEndpoint: 'The address is that of --base-url, or of the variable OPENAI_BASE_URL.',
	install: ({ page, command }) => {
		if (command !== undefined) {
			return `Install it: ${command}\n  Or name another interpreter: --interpreter PATH`;
		}
		return page === undefined ? '' : `How to install it: ${page}`;
	},
	trust: '',
	retry: '',
	locate: 'Locate a bug: faultline locate --issue FILE.',
	openFolder: 'The folder is that of --workspace.',
	showRuns: 'The runs: faultline runs list.',
};

/** What helps against an error, in a sentence each on a line of its own. */
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
