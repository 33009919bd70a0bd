/**
 * Inserts values into a prompt: `{{name}}` becomes the value of that name. Throws for a name without a value, which is
 * an internal error. Values are inserted once and not searched for further names: an issue may contain `{{…}}`.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
	return template.trim().replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
		const value = values[name];
		if (value === undefined) {
			throw new Error(`the prompt uses {{${name}}}, which has no value`);
		}
		return value;
	});
}
