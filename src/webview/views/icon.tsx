/** A codicon. Screen readers skip it: the text or the button beside it has the name. */
export function Icon({ name, spin = false, tone = '' }: { name: string; spin?: boolean; tone?: string }) {
	const classes = ['codicon', `codicon-${name}`, ...(spin ? ['codicon-modifier-spin'] : []), ...(tone ? [tone] : [])];
	return <span class={classes.join(' ')} aria-hidden="true" />;
}
