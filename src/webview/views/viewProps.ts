import type { AppState } from '../appState';
import type { FromWebview } from '../protocol/messages';
import type { ViewState } from '../viewState';

/** The properties of every part of the view. */
export interface ViewProps {
	readonly state: AppState;
	readonly view: ViewState;
	readonly changeView: (change: Partial<ViewState>) => void;
	readonly send: (message: FromWebview) => void;
	/** The page is a tab in the editor, not the view in the sidebar. */
	readonly isTab: boolean;
}
