import { type Options, options } from 'preact';
import { shownLine, shownText } from '../core/util/shownText';

/** Attributes whose text is shown or read out. */
const textAttributes = ['title', 'aria-label', 'placeholder'];

/**
 * From now on all text that the page shows is cleaned, whatever view creates it: it comes from issues, repositories and
 * models. Only what is in a text box stays as it is, since that is what will be sent.
 */
export function showCleanText(hooks: Options = options): void {
	const before = hooks.vnode;
	hooks.vnode = node => {
		const props = node.props as Record<string, unknown>;
		props.children = cleaned(props.children);
		for (const name of typeof node.type === 'string' ? textAttributes : []) {
			const value = props[name];
			if (typeof value === 'string') {
				props[name] = shownLine(value);
			}
		}
		before?.(node);
	};
}

/** The children of an element, in which a text may be anywhere in nested lists. */
function cleaned(children: unknown): unknown {
	if (Array.isArray(children)) {
		return children.map(cleaned);
	}
	return typeof children === 'string' ? shownText(children) : children;
}
