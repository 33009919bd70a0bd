/** A text that looks random, the same each time: test secrets are generated at run time, and no file contains one. */
export function drawnText(length: number, characters: string = alphanumeric, seed = 1): string {
	let state = seed * 2654435761 + length;
	let text = '';
	while (text.length < length) {
		state = (state * 1103515245 + 12345) % 2147483648;
		text += characters[Math.floor((state / 2147483648) * characters.length)] ?? '';
	}
	return text;
}

export const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const hex = '0123456789abcdef';
export const alphanumeric = `${capitals}${capitals.toLowerCase()}0123456789`;
export const base64 = `${alphanumeric}+/`;
