import type { FromWebview } from '../../protocol/messages';
import type { RowContent } from '../rows/rowContent';

/** What Enter and a click do to a row besides giving it the focus. */
export type Activation =
	| { readonly do: 'send'; readonly message: FromWebview }
	| { readonly do: 'goToNode'; readonly node: string }
	| { readonly do: 'toggle' };

export function activateRow(content: RowContent): Activation {
	switch (content.kind) {
		case 'place':
			return { do: 'send', message: { type: 'openPlace', place: content.place } };
		case 'location':
			return { do: 'send', message: { type: 'openLocation', location: content.location.id } };
		case 'evidence':
			return content.evidence.node === undefined || content.round === undefined
				? { do: 'toggle' }
				: { do: 'goToNode', node: content.evidence.node };
		default:
			return { do: 'toggle' };
	}
}
