/** Text for screen readers only, if position, shape or color conveys it visually. */
export function VisuallyHidden({ text }: { text: string }) {
	return <span class="visually-hidden">{text}</span>;
}
