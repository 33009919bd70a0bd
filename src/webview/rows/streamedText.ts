/** The text that a model is streaming, and its node. */
export interface StreamedText {
	readonly node: string;
	readonly text: string;
}
