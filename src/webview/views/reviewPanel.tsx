import { useEffect, useRef, useState } from 'preact/hooks';
import type { Run } from '../../runs/pure/fold/run';
import type { SentContent } from '../../runs/pure/model/sentContent';
import { t } from '../language';
import { limitsText } from '../spending';
import { filled } from './filled';
import { Icon } from './icon';
import { TextBox } from './textBox';
import type { ViewProps } from './viewProps';

interface ReviewPanelProps extends ViewProps {
	readonly pause: NonNullable<Run['pause']>;
}

/** Shows the issue as it will be sent, for review and editing before anything is sent. */
export function ReviewPanel({ state, view, changeView, send, pause }: ReviewPanelProps) {
	const { text = '', content, isFixed = false } = pause;
	const { agreement } = state.session;
	const [forServer, setForServer] = useState(agreement === 'preset');
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		// The page has the focus when the user started the run; a view that VS Code restores must not steal it.
		if (document.hasFocus()) {
			box.current?.setSelectionRange(0, 0);
			box.current?.focus();
			box.current?.scrollTo({ top: 0 });
		}
	}, []);
	const { run, limits } = state;
	const runId = run?.id ?? '';
	const draft = view.review?.runId === runId && !isFixed ? view.review.text : text;
	const start = () => send({ type: 'agree', text: draft, forServer });
	return (
		<form
			class="pause-panel review"
			aria-label={t('Before anything is sent')}
			onSubmit={event => {
				event.preventDefault();
				start();
			}}
		>
			<p role="status">
				<Icon name="eye" tone="quiet" /> <strong>{t('Review what will be sent.')}</strong>{' '}
				{isFixed ? t('The issue is the one sent before.') : t('You can edit it.')}
			</p>
			<label class="visually-hidden" for="review">
				{t('The issue as it will be sent')}
			</label>
			<TextBox
				id="review"
				boxRef={box}
				value={draft}
				readOnly={isFixed}
				describedBy="review-recipient"
				onText={next => changeView({ review: { runId, text: next } })}
				onSend={start}
			/>
			<p id="review-recipient" class="recipient">
				{filled(sentText(content), <strong>{content?.server ?? t('the model')}</strong>)}{' '}
				{t('Files hidden by ignore files are never sent, and secrets are removed.')}
			</p>
			{agreement !== undefined && (
				<label class="check">
					<input
						type="checkbox"
						checked={forServer}
						onChange={({ currentTarget }) => setForServer(currentTarget.checked)}
					/>
					{content === undefined
						? t("Don't ask again for this model in this workspace")
						: t("Don't ask again for {0} in this workspace", content.server)}
				</label>
			)}
			<p class="aside">{limitsText(limits)}</p>
			<div class="choices">
				<button type="submit" class="primary" disabled={draft.trim() === ''}>
					{t('Start')}
				</button>
				<button type="button" class="secondary" onClick={() => send({ type: 'act', action: 'cancel' })}>
					{t('Cancel')}
				</button>
			</div>
		</form>
	);
}

/** `{0}`: to whom. */
function sentText(content: SentContent | undefined): string {
	return content?.kinds.includes('output') === true
		? t('Will be sent to {0}: this text, the code the model asks for, and what reproducers and tests print.')
		: t('Will be sent to {0}: this text, and the code the model asks for.');
}
