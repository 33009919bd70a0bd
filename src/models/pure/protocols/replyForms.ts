import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { inSchema } from '../reply/replySchema';
import { exampleCall, exampleObject, signatureOf } from '../tools/toolArguments';
import type { Toolset } from '../tools/toolset';
import convertCalls from './convertCalls.md';
import convertProse from './convertProse.md';
import convertReport from './convertReport.md';
import jsonCallsForm from './jsonCallsForm.md';
import jsonForm from './jsonForm.md';
import jsonReportForm from './jsonReportForm.md';

/** Asks for each answer as one JSON object; undefined if a toolset has nothing to answer in it. */
export function jsonFormPrompt<Report>(toolset: Toolset<Report>): string | undefined {
	return filled(toolset, { both: jsonForm, calls: jsonCallsForm, report: jsonReportForm });
}

/** Asks to put an answer in prose as JSON; undefined if a toolset has nothing that prose could hold. */
export function conversionPrompt<Report>(toolset: Toolset<Report>): string | undefined {
	return filled(toolset, { both: convertProse, calls: convertCalls, report: convertReport });
}

/** A prompt for toolsets with tools and an ending tool, with only tools, and with only an ending tool. */
interface Variants {
	readonly both: string;
	readonly calls: string;
	readonly report: string;
}

function filled<Report>(toolset: Toolset<Report>, { both, calls, report }: Variants): string | undefined {
	const { tools, ending } = toolset;
	const template = ending === undefined ? calls : tools.length > 0 ? both : report;
	return ending === undefined && tools.length === 0 ? undefined : fillTemplate(template, valuesOf(toolset));
}

function valuesOf<Report>({ tools, callNoun, ending }: Toolset<Report>): Readonly<Record<string, string>> {
	const [first] = tools;
	const noun = callNoun ?? { one: 'call', many: 'calls' };
	return {
		...(first !== undefined && {
			call: JSON.stringify(exampleCall(first)),
			callObject: spaced(exampleObject(first)),
			calls: noun.many,
			aCall: withArticle(noun.one),
			signatures: tools.map(signatureOf).join('\n'),
		}),
		...(ending !== undefined && {
			field: ending.field,
			question: ending.prompts.question,
			example: ending.prompts.example,
			exampleInSchema: spaced(inSchema(JSON.parse(ending.prompts.example), ending.schema)),
			none: ending.schema.type === 'array' ? '[]' : 'null',
			conversion: ending.prompts.conversion,
			anItem: withArticle(ending.prompts.item),
		}),
	};
}

/** JSON on one line, with blanks as in prose. */
function spaced(value: unknown): string {
	return JSON.stringify(value, undefined, 1)
		.replaceAll(/\n */g, ' ')
		.replaceAll(/([[{]) | ([\]}])/g, '$1$2');
}

function withArticle(noun: string): string {
	return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
