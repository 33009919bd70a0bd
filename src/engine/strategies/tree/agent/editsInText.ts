import type { CallInText } from '../../../../models/pure/tools/toolset';
import { readAnswer } from '../../../../patches/pure/edits/reading/readAnswer';

/** The edits in the text of an answer, as calls: models write patches as they have learnt to. */
export function editsInText(text: string): readonly CallInText[] {
	return readAnswer(text).edits.flatMap(({ form, file, original, patched }): CallInText[] => {
		if (form !== 'replace' || file === undefined) {
			return [];
		}
		const isNew = original.trim() === '';
		return [
			isNew
				? { tool: 'create', args: { path: file, text: patched }, written: `create ${file}` }
				: { tool: 'edit', args: { original, patched, path: file }, written: `edit ${file}` },
		];
	});
}
