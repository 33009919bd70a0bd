import type { Detail } from '../protocol/messages';
import type { Toggles } from './tree/flattenTree';

/** How the person left the view: all that VS Code keeps for it. What is shown comes from the host. */
export interface ViewState {
	/** The toggles and the focus belong to this run and this detail; with another they mean nothing. */
	readonly runId: string;
	readonly detail: Detail;
	readonly toggles: Toggles;
	readonly focused: string;
	/** Text in the issue box that was not sent yet. */
	readonly draft: string;
	/** The issue box is on screen although there is a run to show. */
	readonly composing: boolean;
}

export const freshViewState: ViewState = {
	runId: '',
	detail: 'simple',
	toggles: {},
	focused: '',
	draft: '',
	composing: false,
};

/** What another version of the view may have left: taken field by field. */
export function readViewState(saved: unknown): ViewState {
	if (typeof saved !== 'object' || saved === null) {
		return freshViewState;
	}
	const { runId, detail, toggles, focused, draft, composing } = saved as Partial<Record<keyof ViewState, unknown>>;
	return {
		runId: typeof runId === 'string' ? runId : '',
		detail: detail === 'full' ? 'full' : 'simple',
		toggles: readToggles(toggles),
		focused: typeof focused === 'string' ? focused : '',
		draft: typeof draft === 'string' ? draft : '',
		composing: composing === true,
	};
}

function readToggles(saved: unknown): Toggles {
	const entries = typeof saved === 'object' && saved !== null ? Object.entries(saved) : [];
	return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}
