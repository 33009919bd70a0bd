/** How many rounds of a repeated test run: few, or all of them with `--thorough` (see CONTRIBUTING.md). */
export function rounds(few: number, all: number): number {
	return isThorough() ? all : few;
}

/** Whether tests that take minutes run, too. */
export function isThorough(): boolean {
	return Boolean(process.env.FAULTLINE_THOROUGH);
}
