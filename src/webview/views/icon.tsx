/** A codicon. It says nothing to a screen reader: the name stands in the text or on the button beside it. */
export function Icon({ name, spin = false, tone = '' }: { name: string; spin?: boolean; tone?: string }) {
	const classes = ['codicon', `codicon-${name}`, ...(spin ? ['codicon-modifier-spin'] : []), ...(tone ? [tone] : [])];
	return <span class={classes.join(' ')} aria-hidden="true" />;
}
