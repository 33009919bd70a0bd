import type { FromWebview } from '../../protocol/messages';

/** What a body gets besides its content. */
export interface BodyProps<Content> {
	readonly content: Content;
	readonly open: boolean;
	readonly send: (message: FromWebview) => void;
	/** Opens the box for feedback on a round. */
	readonly giveFeedback: (round: string) => void;
}
