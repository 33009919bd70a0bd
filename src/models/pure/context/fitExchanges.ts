import { charactersOfTokens, sumOfTokens } from '../limits/tokenEstimate';
import { type Exchange, type SentRules, sentTurns } from './exchange';

/** Once room is needed, as much is left out as brings a conversation to this share, so that a server's prompt cache lasts. */
const keptShare = 0.6;
/** The share of the room beside the opening that the newest results may have before older ones are left out for them. */
const newestShare = 0.6;
/** Of a result that is shortened, in characters. */
const leastCharacters = 300;

/**
 * Makes a conversation fit into so many estimated tokens: shortens the newest results to a fair share, leaves out the
 * oldest results with their calls, then the oldest answers. The newest results are never left out.
 */
export function fitExchanges(exchanges: readonly Exchange[], roomTokens: number, rules: SentRules = {}): void {
	const total = () => tokensOf(exchanges, rules);
	if (total() <= roomTokens) {
		return;
	}
	const newest = exchanges.findLast(({ results }) => results.length > 0);
	const [opening] = exchanges;
	if (newest?.isSent === false && opening !== undefined) {
		shareOut(newest, (roomTokens - tokensOf([opening])) * newestShare);
	}
	const older = exchanges.slice(1).filter(each => each !== newest && each.isSent);
	const withResults = older.filter(({ level, results }) => level === 'whole' && results.length > 0);
	dropUntil(withResults, 'withoutResults', () => total() <= roomTokens * keptShare);
	if (total() > roomTokens) {
		dropUntil(older, 'leftOut', () => total() <= roomTokens * keptShare);
	}
	if (newest !== undefined && total() > roomTokens) {
		shareOut(newest, tokensOf([newest]) - (total() - roomTokens));
	}
}

function tokensOf(exchanges: readonly Exchange[], rules: SentRules = {}): number {
	return sumOfTokens(sentTurns(exchanges, rules).map(({ message }) => message));
}

function dropUntil(exchanges: readonly Exchange[], level: Exchange['level'], isEnough: () => boolean): void {
	for (const exchange of exchanges) {
		if (isEnough()) {
			return;
		}
		exchange.level = level;
	}
}

/** Gives each result of an exchange an equal share of the room; the others get the room that short ones leave. */
function shareOut(exchange: Exchange, roomTokens: number): void {
	const results = exchange.results.toSorted((a, b) => a.message.text.length - b.message.text.length);
	let nLeft = charactersOfTokens(Math.max(0, roomTokens));
	for (const [at, turn] of results.entries()) {
		const share = Math.floor(nLeft / (results.length - at));
		if (turn.message.text.length > Math.max(share, leastCharacters)) {
			exchange.cut(turn, Math.max(share, leastCharacters));
		}
		nLeft -= Math.min(turn.message.text.length, share);
	}
}
