import { render } from 'preact';
import { connectHost } from './host';
import { App } from './views/app';

const root = document.getElementById('app');
if (root !== null) {
	render(<App host={connectHost()} />, root);
}
