/** The lines of code that a client was shown, so that none is shown to it twice. */
export class ShownCode {
	private readonly texts = new Map<string, string>();

	/** Whether all of these lines were shown before, as they are now; from then on they were. */
	wasShown(file: string, lines: readonly (readonly [line: number, text: string])[]): boolean {
		let isAll = true;
		for (const [line, text] of lines) {
			const key = `${line} ${file}`;
			isAll &&= this.texts.get(key) === text;
			this.texts.set(key, text);
		}
		return isAll;
	}
}
