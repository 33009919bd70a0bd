import { type ComponentChild, type ComponentType, options, type Ref, type VNode } from 'preact';
import { jsx as vnode } from 'preact/jsx-runtime';

/**
 * The part of React that the virtual list uses, over Preact. `preact/compat` has the rest too, and for it processes
 * each element of the page, even if no React is used.
 */
export { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';

type Props = Readonly<Record<string, unknown>>;

/** React counts a number in a style as pixels. */
export function jsx(type: string | ComponentType<Props>, props: Props, key?: string): VNode {
	const { style } = props;
	const sized = typeof style === 'object' && style !== null && { style: inPixels({ ...style }) };
	return vnode(type as ComponentType<Props>, { ...props, ...sized }, key);
}

function inPixels(style: Props): Props {
	return Object.fromEntries(
		Object.entries(style).map(([name, value]) => [name, typeof value === 'number' ? `${value}px` : value]),
	);
}

/** The list makes new items each time it is drawn: none could be kept. */
export function memo<Component>(component: Component): Component {
	return component;
}

/** Preact passes `ref` like any other property. */
export function forwardRef<Handle>(
	render: (props: Props, ref: Ref<Handle>) => ComponentChild,
): (props: Props & { readonly ref?: Ref<Handle> }) => ComponentChild {
	return ({ ref = null, ...props }) => render(props, ref);
}

/** Draws the effects of a change before it returns. */
export function flushSync(change: () => void): void {
	const { debounceRendering } = options;
	let draw: (() => void) | undefined;
	options.debounceRendering = next => {
		draw = next;
	};
	try {
		change();
		draw?.();
	} finally {
		if (debounceRendering === undefined) {
			delete options.debounceRendering;
		} else {
			options.debounceRendering = debounceRendering;
		}
	}
}
