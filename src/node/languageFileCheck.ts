import type { LanguageFile } from '../core/index/resolveLanguages';
import { reproducerProblem } from './reproducerCheck';

/** A `language.json` as read, or what is wrong with it: one sentence that names the field. */
export function checkLanguageFile(data: unknown): { readonly language: LanguageFile } | { readonly problem: string } {
	if (!isRecord(data)) {
		return { problem: 'it is not a JSON object' };
	}
	const problem =
		texts(data) ?? lists(data) ?? recognize(data) ?? definitions(data) ?? reproducerProblem(data.reproducer);
	return problem === undefined ? { language: data as unknown as LanguageFile } : { problem };
}

type Fields = Readonly<Record<string, unknown>>;

function texts(data: Fields): string | undefined {
	const wrong = ['id', 'name', 'grammar'].find(field => typeof data[field] !== 'string' || data[field] === '');
	return wrong === undefined ? undefined : `"${wrong}" must be a text`;
}

function lists(data: Fields): string | undefined {
	if (!isTextList(data.extensions)) {
		return '"extensions" must be a list of texts';
	}
	const wrong = optionalLists.find(field => data[field] !== undefined && !isTextList(data[field]));
	return wrong === undefined ? undefined : `"${wrong}" must be a list of texts`;
}

const optionalLists = [
	...['fileNames', 'tags', 'testFiles', 'descend', 'nameless', 'wrappers', 'leading', 'comments', 'docstring'],
	...[
		'qualified',
		'transparent',
		'omit',
		'modifiers',
		'modifierLists',
		'keywords',
		'signed',
		'signedInFunctions',
		'ignored',
		'blank',
	],
];

function recognize({ recognize }: Fields): string | undefined {
	if (recognize === undefined) {
		return undefined;
	}
	try {
		new RegExp(String(recognize), 'm');
		return typeof recognize === 'string' ? undefined : '"recognize" must be a regular expression as text';
	} catch (error) {
		return `"recognize" is not a regular expression: ${(error as Error).message}`;
	}
}

function definitions({ definitions = {} }: Fields): string | undefined {
	if (!isRecord(definitions)) {
		return '"definitions" must be an object of node types';
	}
	for (const [nodeType, rules] of Object.entries(definitions)) {
		for (const rule of rules === null ? [] : [rules].flat()) {
			const kind = isRecord(rule) ? rule.kind : null;
			if (kind !== undefined && !kinds.some(known => known === kind)) {
				return `"definitions"."${nodeType}" needs rules, whose "kind", if any, is one of ${kinds.join(', ')}`;
			}
		}
	}
	return undefined;
}

const kinds = ['class', 'interface', 'module', 'type', 'function', 'method', 'macro', 'constant', 'field'];

function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): boolean {
	return Array.isArray(value) && value.every(item => typeof item === 'string');
}
