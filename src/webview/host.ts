import { type FromWebview, protocolVersion, type ToWebview, type Wire } from './protocol/messages';
import { readToWebview } from './protocol/readMessage';
import type { ViewState } from './viewState';

/** The API that VS Code gives a webview's script, once. */
interface VsCodeApi {
	postMessage(message: unknown): void;
	getState(): unknown;
	setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension host, as the view sees it. */
export interface Host {
	send(message: FromWebview): void;
	onMessage(listener: (message: ToWebview) => void): void;
	/** The last state passed to `saveState`, also after the view was hidden or the window reloaded. Unchecked. */
	savedState(): unknown;
	saveState(state: ViewState): void;
}

export function connectHost(): Host {
	const api = acquireVsCodeApi();
	return {
		send: message => api.postMessage({ ...message, v: protocolVersion } satisfies Wire<FromWebview>),
		onMessage: listener =>
			window.addEventListener('message', ({ data }) => {
				const message = readToWebview(data);
				if (message !== undefined) {
					listener(message);
				}
			}),
		savedState: () => api.getState(),
		saveState: state => api.setState(state),
	};
}
