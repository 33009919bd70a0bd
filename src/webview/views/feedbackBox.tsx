import { useEffect, useRef, useState } from 'preact/hooks';
import { isTreeTurn } from '../../runs/pure/fold/actionTree/treeTurn';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import type { Run } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { engineText, t } from '../language';
import type { FeedbackDraft } from '../viewState';
import { Icon } from './icon';
import { TextBox } from './textBox';
import type { ViewProps } from './viewProps';

/** The form for feedback on a round. It stays open until the run continues with the feedback. */
export function FeedbackBox(props: ViewProps) {
	const { state, view, changeView } = props;
	const draft = view.feedback?.runId === state.run?.id ? view.feedback : undefined;
	const isAccepted = state.run !== undefined && draft !== undefined && hasFeedback(state.run, draft);
	useEffect(() => {
		if (isAccepted) {
			changeView({ feedback: undefined });
		}
	}, [isAccepted, changeView]);
	return state.run === undefined || draft === undefined || isAccepted ? null : (
		<FeedbackForm {...props} run={state.run} draft={draft} />
	);
}

interface FormProps extends ViewProps {
	readonly run: Run;
	readonly draft: FeedbackDraft;
}

function FeedbackForm({ state, run, draft, changeView, send }: FormProps) {
	const { session, askFeedback, feedbackRefusal } = state;
	/** The last refusal that no longer shows: it is older than the form, or the user has typed since. */
	const [answered, setAnswered] = useState(feedbackRefusal);
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		// A command moves the focus here; a view that VS Code restores must not steal it.
		if (askFeedback !== undefined || document.hasFocus()) {
			box.current?.focus();
		}
	}, [draft.round, askFeedback]);
	const isInterrupted = session.live && !isTreeTurn(run, run.nodes[draft.round]);
	const text = draft.text.trim();
	const give = () => text !== '' && send({ type: 'giveFeedback', round: draft.round, text });
	const close = () => {
		changeView({ feedback: undefined });
		document.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus();
	};
	return (
		<form
			class="feedback-box"
			onSubmit={event => {
				event.preventDefault();
				give();
			}}
		>
			<label for="feedback">{t('Feedback on round {0}', roundNumbers(run).get(draft.round) ?? '')}</label>
			<TextBox
				id="feedback"
				boxRef={box}
				value={draft.text}
				placeholder={t('What should the model know? The run continues from this round.')}
				describedBy="feedback-effect"
				onText={next => {
					setAnswered(feedbackRefusal);
					changeView({ feedback: { ...draft, text: next } });
				}}
				onSend={give}
				onEscape={close}
			/>
			{feedbackRefusal !== answered && <Refusal message={feedbackRefusal?.message ?? ''} />}
			<p id="feedback-effect" class="aside">
				{isInterrupted
					? t('The run is still active: sending cancels it first. Its results are kept.')
					: session.live
						? t('The run continues from this round with its next action; the later rounds are kept.')
						: t('This begins a branch; the later rounds are kept.')}
			</p>
			<div class="choices">
				<button type="submit" class="primary" disabled={text === ''}>
					{isInterrupted ? t('Cancel Run and Send') : t('Send')}
				</button>
				<button type="button" class="secondary" onClick={close}>
					{t('Close')}
				</button>
			</div>
		</form>
	);
}

function Refusal({ message }: { message: string }) {
	return (
		<p class="refusal" role="alert">
			<Icon name="error" tone="failed" /> {engineText(message)}
		</p>
	);
}

function hasFeedback({ nodes }: Run, { round, text }: FeedbackDraft): boolean {
	const isThis = ({ kind, parent, title }: RunNode) => kind === 'feedback' && parent === round && title === text.trim();
	return Object.values(nodes).some(isThis);
}
