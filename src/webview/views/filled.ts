import type { ComponentChild } from 'preact';

/** Replaces the placeholders of a text by elements: `filled(t('Will be sent to {0}.'), <b>…</b>)`. */
export function filled(text: string, ...elements: readonly ComponentChild[]): ComponentChild[] {
	return text.split(/\{(\d+)\}/).map((part, at) => (at % 2 === 0 ? part : elements[Number(part)]));
}
