/** Words for a screen reader, where the eye has a place, a shape or a colour to go by. */
export function Said({ text }: { text: string }) {
	return <span class="said">{text}</span>;
}
