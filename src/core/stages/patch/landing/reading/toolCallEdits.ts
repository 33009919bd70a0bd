import { jsonIn } from '../../../../agent/reply/jsonText';
import type { RequestedCall } from '../../../../model/chat';
import type { WrittenEdit } from '../writtenEdit';

/** Names that tools and models use for the same argument. */
const argumentNames = {
	file: ['path', 'file_path', 'file', 'filename', 'file_name'],
	original: ['old_text', 'old_string', 'old_str', 'original', 'search', 'old'],
	patched: ['new_text', 'new_string', 'new_str', 'patched', 'replace', 'replacement', 'new'],
	whole: ['content', 'file_text', 'contents'],
} as const;

/** The edits that native calls of an edit tool ask for: `{ path, old_text, new_text }` or `{ path, content }`. */
export function toolCallEdits(calls: readonly RequestedCall[]): WrittenEdit[] {
	return calls.flatMap(call => editsIn(jsonIn(call.arguments, () => true)));
}

/** The edits of an answer that is JSON: one edit, a list, or calls as an endpoint gives them. Undefined for other text. */
export function editsInJson(answer: string): WrittenEdit[] | undefined {
	const isJson = /^\s*[[{]/.test(answer);
	const edits = isJson ? editsIn(parse(answer)) : [];
	return edits.length === 0 ? undefined : edits;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// An answer that only begins like JSON is read as text.
		return undefined;
	}
}

function editsIn(value: unknown): WrittenEdit[] {
	if (Array.isArray(value)) {
		return value.flatMap(editsIn);
	}
	if (typeof value === 'string') {
		return /^\s*[[{]/.test(value) ? editsIn(parse(value)) : [];
	}
	if (typeof value !== 'object' || value === null) {
		return [];
	}
	const fields = new Map(Object.entries(value));
	const edit = editOf(fields);
	const nested = ['edits', 'tool_calls', 'calls', 'function', 'arguments', 'input', 'modifications'];
	return edit
		? [edit]
		: nested.flatMap(name => withFile(editsIn(fields.get(name)), textOf(fields, argumentNames.file)));
}

function editOf(fields: ReadonlyMap<string, unknown>): WrittenEdit | undefined {
	const file = textOf(fields, argumentNames.file) ?? '';
	const [original, patched] = [textOf(fields, argumentNames.original), textOf(fields, argumentNames.patched)];
	if (patched !== undefined) {
		return { file, form: 'replace', original: original ?? '', patched };
	}
	const whole = textOf(fields, argumentNames.whole);
	return whole === undefined || file === '' ? undefined : { file, form: 'whole', original: '', patched: whole };
}

/** Several edits of one file name it once. */
function withFile(edits: readonly WrittenEdit[], file: string | undefined): WrittenEdit[] {
	return edits.map(edit => (edit.file === '' && file !== undefined ? { ...edit, file } : edit));
}

function textOf(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
	return names.map(name => fields.get(name)).find(value => typeof value === 'string');
}
