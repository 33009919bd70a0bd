import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { announcement } from '../announcement';
import { type AppState, initialState, receive } from '../appState';
import type { Host } from '../host';
import type { FromWebview } from '../protocol/messages';
import { readViewState, type ViewState } from '../viewState';
import { IssueBox } from './issueBox';
import { RunPanel } from './runPanel';
import type { ViewProps } from './viewProps';

/** The whole view: the issue box when there is no run or the user asks for one, else the run. */
export function App({ host, isTab }: { readonly host: Host } & Pick<ViewProps, 'isTab'>) {
	const state = useHostState(host);
	const [view, changeView] = useViewState(host);
	const send = useCallback((message: FromWebview) => host.send(message), [host]);
	useEffect(() => {
		if (state.compose !== undefined) {
			const { draft } = state.compose;
			changeView({ composing: true, ...(draft === undefined ? {} : { draft }) });
		}
	}, [state.compose, changeView]);
	useEffect(() => {
		if (state.session.live || state.reveal !== undefined) {
			changeView({ composing: false });
		}
	}, [state.session.live, state.reveal, changeView]);
	useEffect(() => {
		const runId = state.run?.id;
		if (state.askFeedback !== undefined && runId !== undefined) {
			changeView({ composing: false, feedback: { runId, round: state.askFeedback.round, text: '' } });
		}
	}, [state.askFeedback]);
	useEffect(() => {
		const runId = state.run?.id;
		const isOfOther = [view.review, view.feedback].some(draft => draft !== undefined && draft.runId !== runId);
		if (runId !== undefined && isOfOther) {
			// A draft must not outlive its run, which may have been removed.
			changeView({ review: undefined, feedback: undefined });
		}
	}, [state.run?.id]);
	if (!state.synced) {
		return null;
	}
	const composing = (view.composing && !state.session.live) || state.run === undefined;
	const props: ViewProps = { state, view, changeView, send, isTab };
	return (
		<>
			{composing ? <IssueBox {...props} /> : <RunPanel {...props} />}
			<p class="announcer" aria-live="polite">
				{announcement(state.run, state.session.live, state.maxLocations)}
			</p>
		</>
	);
}

function useHostState(host: Host): AppState {
	const [state, setState] = useState(initialState);
	// Messages may arrive faster than frames: each must be folded into the newest state, not the last one drawn.
	const newest = useRef(initialState);
	useEffect(() => {
		host.onMessage(message => {
			const next = receive(newest.current, message);
			if (next === undefined) {
				host.send({ type: 'resync' });
				return;
			}
			newest.current = next;
			setState(next);
		});
		host.send({ type: 'ready' });
	}, [host]);
	return state;
}

/** Each change is saved at once: VS Code may drop the page at any moment. */
function useViewState(host: Host): [ViewState, (change: Partial<ViewState>) => void] {
	const [view, setView] = useState(() => readViewState(host.savedState()));
	const newest = useRef(view);
	const changeView = useCallback(
		(change: Partial<ViewState>) => {
			newest.current = { ...newest.current, ...change };
			host.saveState(savedPart(newest.current));
			setView(newest.current);
		},
		[host],
	);
	return [view, changeView];
}

/** Pasted logs can be huge; saving one with every key would make typing slow. */
const savedDraftCharacters = 200_000;

function savedPart(view: ViewState): ViewState {
	const { review, ...rest } = view.draft.length <= savedDraftCharacters ? view : { ...view, draft: '' };
	return review === undefined || review.text.length > savedDraftCharacters ? rest : { ...rest, review };
}
