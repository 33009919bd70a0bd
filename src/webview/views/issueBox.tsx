import { useEffect, useRef, useState } from 'preact/hooks';
import type { AppState } from '../appState';
import { engineText, t } from '../language';
import type { Action } from '../protocol/messages';
import type { WorkspaceStatus } from '../protocol/workspaceStatus';
import { phasesAhead } from '../rows/phaseViews';
import { budgetText } from '../spending';
import { filled } from './filled';
import { Icon } from './icon';
import { Stepper } from './stepper';
import { TextBox } from './textBox';
import type { ViewProps } from './viewProps';

const placeholder = t(
	'Paste the whole report: what happened, what should happen instead, and any traceback or code. Every word helps.',
);

/** The form for an issue. Sending it does not wait for the index; the run does. */
export function IssueBox(props: ViewProps) {
	return props.state.status.state === 'noFolder' ? <NoFolder {...props} /> : <IssueForm {...props} />;
}

function NoFolder({ send }: ViewProps) {
	const act = (action: Action) => send({ type: 'act', action });
	return (
		<div class="issue-box">
			<h1>{t('Locate a bug')}</h1>
			<p>
				{t('Faultline finds the lines that cause a bug from the text of its issue. Open a folder with code to begin.')}
			</p>
			<button type="button" class="primary" onClick={() => act('openFolder')}>
				{t('Open Folder')}
			</button>
			<WalkthroughLine act={act} />
		</div>
	);
}

function IssueForm({ state, view, changeView, send }: ViewProps) {
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (state.compose !== undefined) {
			box.current?.focus();
		}
	}, [state.compose]);
	/** The refusal that no longer shows, as the user has typed since. */
	const [answered, setAnswered] = useState<object>();
	const locate = () => send({ type: 'locate', text: view.draft });
	const act = (action: Action) => send({ type: 'act', action });
	return (
		<form
			class="issue-form"
			onSubmit={event => {
				event.preventDefault();
				locate();
			}}
		>
			<Stepper phases={phasesAhead()} />
			<div class="issue-box">
				{state.run !== undefined && (
					<button type="button" class="link back" onClick={() => changeView({ composing: false })}>
						<Icon name="arrow-left" /> {t('Back to the Run')}
					</button>
				)}
				<h1>{t('Locate a bug')}</h1>
				<label for="issue">{t('Issue')}</label>
				<TextBox
					id="issue"
					boxRef={box}
					value={view.draft}
					placeholder={placeholder}
					describedBy="issue-keys"
					onText={draft => {
						setAnswered(state.refusal);
						changeView({ draft });
					}}
					onSend={locate}
				/>
				{state.refusal !== undefined && state.refusal !== answered && (
					<p class="refusal" role="alert">
						<Icon name="error" tone="failed" /> {engineText(state.refusal.message)}
					</p>
				)}
				<Hint act={act} />
				{state.failedCommand !== undefined && (
					<p class="workspace-line">
						<button type="button" class="link" onClick={() => act('locateCommand')}>
							<Icon name="terminal" /> {t('Last failed command: {0}', state.failedCommand)}
						</button>
					</p>
				)}
				<WorkspaceLine status={state.status} act={act} />
				{!state.isTrusted && (
					<p class="workspace-line">
						<Icon name="shield" tone="quiet" />{' '}
						{t('This folder is in Restricted Mode. Locating works here, because it only reads files.')}
					</p>
				)}
				<ModelLine model={state.model} limits={state.limits} act={act} />
				{state.run === undefined && <WalkthroughLine act={act} />}
			</div>
			<footer>
				<button type="submit" class="primary" disabled={view.draft.trim() === '' || state.status.state === 'noCode'}>
					{t('Locate')}
				</button>
			</footer>
		</form>
	);
}

interface ActProps {
	readonly act: (action: Action) => void;
}

function Hint({ act }: ActProps) {
	return (
		<p class="hint" id="issue-keys">
			{filled(
				t('{0} starts. Other sources: {1}'),
				<>
					<kbd>Ctrl</kbd>+<kbd>Enter</kbd>
				</>,
				<button type="button" class="link" onClick={() => act('chooseSource')}>
					{t('selection, file, clipboard, GitHub issue…')}
				</button>,
			)}
		</p>
	);
}

function WalkthroughLine({ act }: ActProps) {
	return (
		<p class="workspace-line">
			<Icon name="mortar-board" tone="quiet" /> {t('New to Faultline?')}{' '}
			<Link act={act} action="openWalkthrough" text={t('Open the Walkthrough')} />
		</p>
	);
}

/** The model in use, and the text that leaves this machine. */
function ModelLine({ model: { label, recipient }, limits, act }: Pick<AppState, 'model' | 'limits'> & ActProps) {
	return (
		<p class="workspace-line">
			<Icon name={recipient === undefined ? 'lock' : 'hubot'} tone="quiet" /> {t('{0}.', engineText(label))}{' '}
			{recipient === undefined
				? t('No account, no key: nothing leaves this machine.')
				: `${t('The issue, and the code the model asks for, are sent there. You see it first.')} ${budgetText(limits)}`}{' '}
			<button type="button" class="link" onClick={() => act('chooseModel')}>
				{t('Change Model…')}
			</button>
		</p>
	);
}

function WorkspaceLine({ status, act }: { readonly status: WorkspaceStatus } & ActProps) {
	switch (status.state) {
		case 'noFolder':
		case 'idle':
			return null;
		case 'building':
			return (
				<p class="workspace-line">
					<Icon name="loading" spin /> {buildingText(status)} {t('You can already paste the issue.')}
				</p>
			);
		case 'ready':
			return (
				<p class="workspace-line">
					{t('{0} symbols in {1} files.', status.nSymbols.toLocaleString(), status.nFiles.toLocaleString())}
				</p>
			);
		case 'noCode':
			return (
				<div class="workspace-line" role="alert">
					<Icon name="warning" tone="warned" /> {status.reason === undefined ? noCode : engineText(status.reason)}{' '}
					<Link act={act} action="rebuildIndex" text={t('Rebuild Index')} />{' '}
					<Link act={act} action="showExcludes" text={t('Review Exclude Settings')} />
				</div>
			);
		case 'failed':
			return (
				<div class="workspace-line" role="alert">
					<Icon name="error" tone="failed" /> {engineText(status.message)}{' '}
					<Link act={act} action="buildIndex" text={t('Try Again')} />{' '}
					<Link act={act} action="showLog" text={t('Show Log')} />
				</div>
			);
	}
}

const noCode = t('There is no code here in a language Faultline supports. Is it ignored or excluded by a setting?');

function Link({ act, action, text }: ActProps & { readonly action: Action; readonly text: string }) {
	return (
		<button type="button" class="link" onClick={() => act(action)}>
			{text}
		</button>
	);
}

function buildingText({ done, total, nSymbols }: WorkspaceStatus & { readonly state: 'building' }): string {
	if (total === 0) {
		return t('Reading the code for the first time…');
	}
	const [nDone, nTotal] = [done.toLocaleString(), total.toLocaleString()];
	return nSymbols === undefined
		? t('Reading the code: {0} of {1} files.', nDone, nTotal)
		: t('Reading the code: {0} of {1} files, {2} symbols.', nDone, nTotal, nSymbols.toLocaleString());
}
