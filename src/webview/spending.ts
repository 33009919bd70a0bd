import { counted } from '../core/model/counted';
import { capText, moneyText } from '../core/model/run/capText';
import type { Run } from '../core/model/run/run';
import { allCaps, costOf } from '../core/model/run/spent';
import { usageText } from '../core/model/run/usage';
import type { RunLimits } from '../protocol/messages';

/** The model and its server, `12 requests`, `31k tokens`, and the cost where a price is known. */
export function spentTexts({ engine, server, nRequests, usage }: Run, { price }: RunLimits): string[] {
	if (server === undefined) {
		return ['Embedded localizer'];
	}
	const cost = price === undefined ? 0 : costOf(usage, price);
	return [
		`${engine} at ${server}`,
		...(nRequests === 0 ? [] : [counted(nRequests, 'request')]),
		...(usage.inputTokens + usage.outputTokens === 0 ? [] : [usageText(usage)]),
		...(cost === 0 ? [] : [`cost ${moneyText(cost)}`]),
	];
}

/** `At most 15 rounds, 60 requests, 500,000 tokens, 30 minutes.`; `5 searches of 15 rounds` for several side by side. */
export function limitsText({ maxRounds, nTrajectories, caps: limits }: RunLimits): string {
	const texts = allCaps.flatMap(cap => (limits[cap] === undefined ? [] : [capText(cap, limits[cap])]));
	const searches = nTrajectories === undefined ? '' : `${counted(nTrajectories, 'search', 'searches')} of `;
	return `At most ${[`${searches}${counted(maxRounds, 'round')}`, ...texts].join(', ')}.`;
}
