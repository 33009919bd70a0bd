import type { IssueBrief } from '../../../../src/core/model/brief';
import { makeBrief } from '../../../../src/core/rank/brief/makeBrief';
import { installedGrammars } from '../../../support/grammars';

/** What is understood of an issue, with every shipped language known. */
export function briefOf(body: string, title = 'It fails'): IssueBrief {
	return makeBrief({ title, body, source: { kind: 'text' } }, installedGrammars().languages);
}
