import { render } from 'preact';
import { connectHost } from './host';
import { showCleanText } from './shownNodes';
import { App } from './views/app';

const root = document.getElementById('app');
if (root !== null) {
	showCleanText();
	render(<App host={connectHost()} isTab={root.dataset.place === 'tab'} />, root);
}
