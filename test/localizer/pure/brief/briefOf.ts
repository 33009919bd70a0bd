import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import type { IssueBrief } from '../../../../src/runs/pure/model/brief';
import { installedGrammars } from '../../../support/grammars';

/** What is understood of an issue, with every shipped language known. */
export function briefOf(body: string, title = 'It fails'): IssueBrief {
	return makeBrief({ title, body, source: { kind: 'text' } }, installedGrammars().languages);
}
