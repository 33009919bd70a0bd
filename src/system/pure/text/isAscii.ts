/** Whether a text has characters of one byte only. */
export function isAscii(text: string): boolean {
	return !/[\u0080-\uffff]/.test(text);
}
