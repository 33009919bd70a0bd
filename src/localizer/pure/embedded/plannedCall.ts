import type { ToolArgs } from '../../../models/pure/tools/tool';
import type { FoundEvidence } from '../ranking/foundEvidence';

/** A call the localizer plans to make. */
export interface PlannedCall {
	readonly tool: string;
	readonly args: ToolArgs;
	/** The meaning of an answer for the places in it; absent if the call only shows code to the user. */
	readonly meaning?: CallMeaning;
}

export interface CallMeaning extends Pick<FoundEvidence, 'kind' | 'weight' | 'text' | 'issueLine' | 'codeLine'> {
	/** Of several places only the one nearest to this line is meant. */
	readonly line?: number;
}
