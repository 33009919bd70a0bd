import type { FromWebview } from '../../protocol/messages';
import type { AppState } from '../appState';
import type { ViewState } from '../viewState';

/** What every part of the view gets. */
export interface ViewProps {
	readonly state: AppState;
	readonly view: ViewState;
	readonly changeView: (change: Partial<ViewState>) => void;
	readonly send: (message: FromWebview) => void;
}
