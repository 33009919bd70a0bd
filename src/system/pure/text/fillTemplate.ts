import { tagged } from './fenced';

/**
 * Inserts values into a prompt: `{{name}}` becomes the value of that name. Throws for a name without a value, which is
 * an internal error. Values are inserted once and not searched for further names: an issue may contain `{{…}}`. Nor can
 * a value end the tags around it: `<issue>`, the value, `</issue>`, each on its own line.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
	const insert = (_whole: string, tag: string | undefined, inTag: string, alone: string) => {
		const name = tag === undefined ? alone : inTag;
		const value = values[name];
		if (value === undefined) {
			throw new Error(`the prompt uses {{${name}}}, which has no value`);
		}
		return tag === undefined ? value : tagged(tag, value);
	};
	return template.trim().replaceAll(/<(\w+)>\n\{\{(\w+)\}\}\n<\/\1>|\{\{(\w+)\}\}/g, insert);
}
