export const markup = (tag: string, _attributes: unknown, ...children: readonly unknown[]): string =>
	`<${tag}>${children.join('')}</${tag}>`;
