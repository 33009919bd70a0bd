import type { FromWebview } from '../../protocol/messages';

/** The properties of every row body. */
export interface BodyProps<Content> {
	readonly content: Content;
	readonly open: boolean;
	readonly send: (message: FromWebview) => void;
	/** Opens the box for feedback on a round. */
	readonly giveFeedback: (round: string) => void;
}
