import type { FoundEvidence } from '../../../rank/foundEvidence';
import type { ToolArgs } from '../../../tools/tool';

/** A call the localizer wants to make. */
export interface PlannedCall {
	readonly tool: string;
	readonly args: ToolArgs;
	/** What an answer says of the places in it; absent where it only lets a person read the code. */
	readonly says?: CallMeaning;
}

export interface CallMeaning extends Pick<FoundEvidence, 'kind' | 'weight' | 'text'> {
	/** Of several places only the one nearest to this line is meant. */
	readonly line?: number;
}
