import type { RunEvent } from '../runs/pure/events/runEvent';
import type { Run } from '../runs/pure/fold/run';
import { RunFold } from '../runs/pure/fold/runFold';
import type { ShownPatch } from '../runs/pure/fold/shownPatch';
import { assertNever } from '../runs/pure/model/assertNever';
import type {
	AnswerRead,
	CallRef,
	CurrentLines,
	Detail,
	Events,
	ModelInUse,
	NodesFound,
	ReplayState,
	RevealTarget,
	RunLimits,
	Session,
	ToWebview,
} from './protocol/messages';
import type { WorkspaceStatus } from './protocol/workspaceStatus';
import { rowIds } from './rows/rowIds';
import type { StreamedText } from './rows/streamedText';

/** The state received from the host. The state of the view itself is `ViewState`. */
export interface AppState {
	/** False until the first snapshot; the view is empty until then. */
	readonly synced: boolean;
	/** A new object for each change. */
	readonly run?: Run;
	/** The fold that builds `run`. */
	readonly fold?: RunFold;
	readonly clipped: readonly CallRef[];
	readonly answers: ReadonlyMap<string, AnswerRead>;
	/** The matches of the search. */
	readonly found?: FoundNodes;
	/** The matches of the newest search so far. */
	readonly coming?: FoundNodes;
	/** The text the model is streaming, and its node. */
	readonly streamed?: StreamedText;
	readonly session: Session;
	readonly status: WorkspaceStatus;
	readonly detail: Detail;
	readonly maxLocations: number;
	readonly limits: RunLimits;
	readonly model: ModelInUse;
	readonly patches: readonly ShownPatch[];
	readonly isTrusted: boolean;
	readonly lines: CurrentLines;
	/** The last command that failed in a terminal. */
	readonly failedCommand?: string;
	/** The run shown is a replay. */
	readonly replay?: ReplayState;
	/** Why the last issue was refused. A new object each time. */
	readonly refusal?: { readonly message: string };
	/** A new object each time something is to be brought into view. */
	readonly reveal?: { readonly target: RevealTarget };
	/** A new object each time the issue box is to be shown. */
	readonly compose?: { readonly draft?: string };
	/** A new object each time a box for feedback is to be shown. */
	readonly askFeedback?: { readonly round: string };
	/** Why the last feedback was refused. A new object each time. */
	readonly feedbackRefusal?: { readonly message: string };
}

export interface FoundNodes {
	readonly text: string;
	/** Oldest first. */
	readonly nodes: readonly string[];
	readonly isComplete: boolean;
}

export const initialState: AppState = {
	synced: false,
	clipped: [],
	answers: new Map(),
	session: { live: false, resumable: false, pausing: false },
	status: { state: 'idle' },
	detail: 'simple',
	maxLocations: 0,
	limits: { maxRounds: 1, caps: {} },
	model: { label: '' },
	patches: [],
	isTrusted: true,
	lines: {},
};

/** Undefined: an event is missing, and the caller must ask the host for a snapshot. */
export function receive(state: AppState, message: ToWebview): AppState | undefined {
	switch (message.type) {
		case 'snapshot': {
			const { type: _type, ...received } = message;
			// A refused issue is forgotten with the next run.
			const {
				run,
				fold: _fold,
				answers,
				refusal: _refusal,
				streamed: _streamed,
				found,
				coming,
				failedCommand: _failed,
				replay: _replay,
				...kept
			} = state;
			const isSame = run?.id === received.run?.id;
			const known = isSame ? { answers, ...(found && { found }), ...(coming && { coming }) } : { answers: new Map() };
			return { ...kept, ...received, synced: true, ...known };
		}
		case 'events':
			return foldEvents(state, message);
		case 'streamed':
			return { ...state, streamed: { node: message.node, text: message.text } };
		case 'session':
			return { ...state, session: message.session };
		case 'status':
			return { ...state, status: message.status };
		case 'lines':
			return { ...state, lines: message.lines };
		case 'detail':
			return { ...state, detail: message.detail };
		case 'patches':
			return { ...state, patches: message.patches };
		case 'answer':
			return { ...state, answers: new Map(state.answers).set(rowIds.call(message), message) };
		case 'found':
			return { ...state, ...joinFound(state, message) };
		case 'reveal':
			return { ...state, reveal: { target: message.target } };
		case 'compose':
			return { ...state, compose: message.draft === undefined ? {} : { draft: message.draft } };
		case 'issueRefused':
			return { ...state, refusal: { message: message.message } };
		case 'askFeedback':
			return { ...state, askFeedback: { round: message.round } };
		case 'feedbackRefused':
			return { ...state, feedbackRefusal: { message: message.message } };
		default:
			return assertNever(message);
	}
}

/** Joins the parts of a search. One for the same text again, as the run grows, is shown once it is complete. */
function joinFound(
	{ found, coming: before }: AppState,
	{ text, nodes, nBefore, isLast: isComplete }: NodesFound,
): Pick<AppState, 'found' | 'coming'> {
	const coming = { text, nodes: [...(before?.nodes.slice(0, nBefore) ?? []), ...nodes], isComplete };
	return { coming, found: found?.text === text && found.isComplete && !isComplete ? found : coming };
}

/** Folds new events; events that a snapshot already contained are skipped. */
function foldEvents(state: AppState, { events, clipped }: Events): AppState | undefined {
	if (!state.synced) {
		return state;
	}
	const fold = state.fold ?? (state.run === undefined ? RunFold.of([]) : RunFold.from(state.run));
	let { lastSeq } = fold.run;
	for (const event of events) {
		if (event.seq > lastSeq + 1) {
			return undefined;
		}
		if (event.seq === lastSeq + 1) {
			fold.apply(event);
			lastSeq = event.seq;
		}
	}
	const { streamed, ...rest } = state;
	const isComplete = streamed === undefined || events.some(event => endsStream(event, streamed));
	const run = { ...fold.run };
	return { ...rest, ...(isComplete ? {} : { streamed }), fold, run, clipped: [...state.clipped, ...clipped] };
}

/** Whether the answer is complete or the attempt failed. */
function endsStream({ type, node }: RunEvent, streamed: StreamedText): boolean {
	const isOfRequest = type === 'modelAnswered' || type === 'modelFailed' || type === 'modelAsked';
	return type === 'runEnded' || (isOfRequest && node === streamed.node);
}
