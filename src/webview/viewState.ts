import type { Viewport } from './map/mapViewport';
import type { Detail } from './protocol/messages';
import type { Toggles } from './tree/flattenTree';

/** The state of the view that VS Code keeps. The content comes from the host. */
export interface ViewState {
	/** The toggles and the focus are valid for this run and this detail only. */
	readonly runId: string;
	readonly detail: Detail;
	readonly toggles: Toggles;
	readonly focused: string;
	/** Unsent text in the issue box. */
	readonly draft: string;
	/** The issue box is on screen although there is a run to show. */
	readonly composing: boolean;
	readonly hidden?: HiddenAlternatives | undefined;
	/** The text in the search box. */
	readonly search: string;
	/** The map of a run with branches is on screen, not collapsed. */
	readonly hasMap: boolean;
	/** Undefined: a share of the page. */
	readonly mapHeightPx?: number | undefined;
	/** The position and scale the user gave the map of a run. */
	readonly moved?: MovedMap | undefined;
	/** The issue as the user edited it before sending. */
	readonly review?: ReviewDraft | undefined;
	/** The box for feedback is on screen. */
	readonly feedback?: FeedbackDraft | undefined;
}

/** The alternatives of a run that are not shown. */
export interface HiddenAlternatives {
	readonly runId: string;
	/** Types of the actions that they replace. */
	readonly types: readonly string[];
}

export interface MovedMap {
	readonly runId: string;
	readonly viewport: Viewport;
}

export interface ReviewDraft {
	readonly runId: string;
	readonly text: string;
}

export interface FeedbackDraft {
	readonly runId: string;
	/** The node of the round it is about. */
	readonly round: string;
	readonly text: string;
}

export const freshViewState: ViewState = {
	runId: '',
	detail: 'simple',
	toggles: {},
	focused: '',
	draft: '',
	composing: false,
	search: '',
	hasMap: true,
};

const noTypes: readonly string[] = [];

/** The types of actions whose alternatives are not shown in a run; the same list while nothing changes. */
export function hiddenTypes({ hidden }: ViewState, runId: string | undefined): readonly string[] {
	return hidden !== undefined && hidden.runId === runId ? hidden.types : noTypes;
}

/** Reads saved state field by field: another version of the view may have saved it. */
export function readViewState(saved: unknown): ViewState {
	const { runId, detail, toggles, focused, draft, composing, hidden, search, review, feedback, ...map } =
		fieldsOf(saved);
	const moved = readMoved(map.moved);
	const hid = readHidden(hidden);
	const reviewed = readReview(review);
	const fed = readFeedback(feedback);
	return {
		runId: textOf(runId),
		detail: detail === 'full' ? 'full' : 'simple',
		toggles: readToggles(toggles),
		focused: textOf(focused),
		draft: textOf(draft),
		composing: composing === true,
		search: textOf(search),
		hasMap: map.hasMap !== false,
		...(isPositive(map.mapHeightPx) && { mapHeightPx: map.mapHeightPx }),
		...(moved !== undefined && { moved }),
		...(hid !== undefined && { hidden: hid }),
		...(reviewed !== undefined && { review: reviewed }),
		...(fed !== undefined && { feedback: fed }),
	};
}

function readToggles(saved: unknown): Toggles {
	const entries = Object.entries(fieldsOf(saved));
	return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}

function readHidden(saved: unknown): HiddenAlternatives | undefined {
	const { runId, types } = fieldsOf(saved);
	return typeof runId === 'string' && Array.isArray(types)
		? { runId, types: types.filter(each => typeof each === 'string') }
		: undefined;
}

function readMoved(saved: unknown): MovedMap | undefined {
	const { runId, viewport } = fieldsOf(saved);
	const { x, y, scale } = fieldsOf(viewport);
	return typeof runId === 'string' && Number.isFinite(x) && Number.isFinite(y) && isPositive(scale)
		? { runId, viewport: { x: Number(x), y: Number(y), scale } }
		: undefined;
}

function isPositive(value: unknown): value is number {
	return typeof value === 'number' && value > 0;
}

function readReview(saved: unknown): ReviewDraft | undefined {
	const { runId, text } = fieldsOf(saved);
	return typeof runId === 'string' && typeof text === 'string' ? { runId, text } : undefined;
}

function readFeedback(saved: unknown): FeedbackDraft | undefined {
	const draft = readReview(saved);
	const { round } = fieldsOf(saved);
	return draft !== undefined && typeof round === 'string' ? { ...draft, round } : undefined;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}
