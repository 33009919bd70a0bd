import { type Options, options } from 'preact';
import { shownLine, shownText } from '../system/pure/text/shownText';

/** Attributes whose text is shown or read out. */
const textAttributes = ['title', 'aria-label', 'placeholder'];

/**
 * Cleans all text that the page shows from here on, in every view: it comes from issues, repositories and models. Only
 * the text in a text box stays as it is, since it will be sent.
 */
export function showCleanText(hooks: Options = options): void {
	const before = hooks.vnode;
	hooks.vnode = node => {
		// Preact makes a node without a type, with the text as its properties, for each text that it is about to draw.
		const text = node as { type: unknown; props: unknown };
		if (typeof text.props === 'string') {
			text.props = shownText(text.props);
		} else if (typeof node.type === 'string') {
			cleanAttributes(node.props as Record<string, unknown>);
		}
		before?.(node);
	};
}

function cleanAttributes(props: Record<string, unknown>): void {
	for (const name of textAttributes) {
		const value = props[name];
		if (typeof value === 'string') {
			props[name] = shownLine(value);
		}
	}
}
