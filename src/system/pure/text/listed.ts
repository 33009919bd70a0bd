/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`. */
export function listed(items: readonly string[], limit = 5): string {
	const shown = items.length > limit + 1 ? [...items.slice(0, limit), `${items.length - limit} more`] : items;
	return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
