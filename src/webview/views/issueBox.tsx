import { useEffect, useRef, useState } from 'preact/hooks';
import type { ModelInUse } from '../../protocol/messages';
import type { WorkspaceStatus } from '../../protocol/workspaceStatus';
import { Icon } from './icon';
import type { ViewProps } from './viewProps';

const placeholder = `Paste the whole report.

What happened, what should happen instead, and any traceback or code: every word helps.`;

/** The form for an issue. Sending it does not wait for the index; the run does. */
export function IssueBox({ state, view, changeView, send }: ViewProps) {
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (state.compose !== undefined) {
			box.current?.focus();
		}
	}, [state.compose]);
	/** The refusal that no longer shows, as the user has typed since. */
	const [answered, setAnswered] = useState<object>();
	const isEmpty = view.draft.trim() === '';
	const locate = () => send({ type: 'locate', text: view.draft });
	return (
		<form
			class="issue-box"
			onSubmit={event => {
				event.preventDefault();
				locate();
			}}
		>
			{state.run !== undefined && (
				<button type="button" class="link back" onClick={() => changeView({ composing: false })}>
					<Icon name="arrow-left" /> Back to the run
				</button>
			)}
			<label for="issue">Issue</label>
			<textarea
				id="issue"
				ref={box}
				value={view.draft}
				placeholder={placeholder}
				spellcheck={false}
				aria-describedby="issue-keys"
				onInput={event => {
					setAnswered(state.refusal);
					changeView({ draft: event.currentTarget.value });
				}}
				onKeyDown={event => {
					if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
						event.preventDefault();
						locate();
					}
				}}
			/>
			{state.refusal !== undefined && state.refusal !== answered && (
				<p class="refusal" role="alert">
					<Icon name="error" tone="failed" /> {state.refusal.message}
				</p>
			)}
			<button type="submit" class="primary" disabled={isEmpty}>
				Locate Bug
			</button>
			<Hint send={send} />
			{state.failedCommand !== undefined && (
				<p class="workspace-line">
					<button type="button" class="link" onClick={() => send({ type: 'act', action: 'locateCommand' })}>
						<Icon name="terminal" /> Last failed command: {state.failedCommand}
					</button>
				</p>
			)}
			<ModelLine model={state.model} send={send} />
			<WorkspaceLine status={state.status} send={send} />
		</form>
	);
}

function Hint({ send }: Pick<ViewProps, 'send'>) {
	return (
		<p class="hint" id="issue-keys">
			<kbd>Ctrl</kbd>+<kbd>Enter</kbd> starts. Also from a{' '}
			<button type="button" class="link" onClick={() => send({ type: 'act', action: 'chooseSource' })}>
				selection, file, clipboard or GitHub issue…
			</button>
		</p>
	);
}

/** The model in use, and what leaves this machine. */
function ModelLine({ model: { label, recipient }, send }: { model: ModelInUse } & Pick<ViewProps, 'send'>) {
	return (
		<p class="workspace-line">
			<Icon name={recipient === undefined ? 'lock' : 'hubot'} tone="quiet" /> {label}.{' '}
			{recipient === undefined
				? 'Nothing leaves this machine.'
				: 'The issue, and the code the model asks for, are sent there. You see it first.'}{' '}
			<button type="button" class="link" onClick={() => send({ type: 'act', action: 'chooseModel' })}>
				Change model…
			</button>
		</p>
	);
}

function WorkspaceLine({ status, send }: { status: WorkspaceStatus } & Pick<ViewProps, 'send'>) {
	switch (status.state) {
		case 'noFolder':
			return <p class="workspace-line">Open a folder with code first.</p>;
		case 'idle':
			return null;
		case 'building':
			return (
				<p class="workspace-line">
					<Icon name="loading" spin /> {buildingText(status.done, status.total)}
				</p>
			);
		case 'ready':
			return (
				<p class="workspace-line">
					{status.nSymbols.toLocaleString()} symbols in {status.nFiles.toLocaleString()} files.
				</p>
			);
		case 'noCode':
			return (
				<p class="workspace-line" role="alert">
					<Icon name="warning" tone="warned" /> There is no code here to search: every file is binary, ignored or
					excluded.
				</p>
			);
		case 'failed':
			return (
				<div class="workspace-line" role="alert">
					<Icon name="error" tone="failed" /> {status.message}{' '}
					<button type="button" class="link" onClick={() => send({ type: 'act', action: 'buildIndex' })}>
						Try again
					</button>{' '}
					<button type="button" class="link" onClick={() => send({ type: 'act', action: 'showLog' })}>
						Show log
					</button>
				</div>
			);
	}
}

function buildingText(done: number, total: number): string {
	return total === 0
		? 'Reading the code…'
		: `Reading the code: ${done.toLocaleString()} of ${total.toLocaleString()} files`;
}
