/** Whether the user wants no server. */
export function isAlone({ FAULTLINE_ALONE }: Readonly<Record<string, string | undefined>>): boolean {
	return (FAULTLINE_ALONE ?? '') !== '';
}
