import { capText, moneyText, usedText } from '../runs/pure/fold/capText';
import type { Run } from '../runs/pure/fold/run';
import { allCaps, costOf } from '../runs/pure/fold/spent';
import { usageText } from '../runs/pure/fold/usage';
import { counted } from '../system/pure/text/counted';
import { comma, engineText, t } from './language';
import type { RunLimits } from './protocol/messages';

/** The model and its server, the strategy, `12 of 60 requests`, `31k tokens`, and the cost if a price is known. */
export function spentTexts(
	{ engine, server, strategy, nRequests, usage, caps }: Run,
	{ price, caps: usual }: RunLimits,
): string[] {
	if (server === undefined) {
		return [t('Embedded localizer')];
	}
	const cost = price === undefined ? 0 : costOf(usage, price);
	return [
		t('{0} at {1}', engine, server),
		t('strategy {0}', strategy),
		...(nRequests === 0 ? [] : [engineText(requestsText(nRequests, caps.requests ?? usual.requests))]),
		...(usage.inputTokens + usage.outputTokens === 0 ? [] : [engineText(usageText(usage))]),
		...(cost === 0 ? [] : [t('cost {0}', moneyText(cost))]),
	];
}

function requestsText(used: number, limit: number | undefined): string {
	return limit === undefined ? counted(used, 'request') : usedText({ cap: 'requests', limit, used });
}

/** `Strategy auto. At most 60 requests, 30 minutes.`: of the next run, whose rounds depend on its strategy. */
export function budgetText({ nextStrategy, caps: limits }: RunLimits): string {
	const texts = allCaps.flatMap(cap => (limits[cap] === undefined ? [] : [engineText(capText(cap, limits[cap]))]));
	return [
		...(nextStrategy === undefined ? [] : [t('Strategy {0}.', nextStrategy)]),
		...(texts.length === 0 ? [] : [t('At most {0}.', texts.join(comma))]),
	].join(' ');
}

/** `At most 15 rounds, 60 requests, 500,000 tokens, 30 minutes.`; `5 searches of 15 rounds` for several side by side. */
export function limitsText({ maxRounds, nTrajectories, caps: limits }: RunLimits): string {
	const texts = allCaps.flatMap(cap => (limits[cap] === undefined ? [] : [engineText(capText(cap, limits[cap]))]));
	const rounds = engineText(counted(maxRounds, 'round'));
	const searches =
		nTrajectories === undefined
			? rounds
			: t(
					{ message: '{0} of {1}', comment: 'searches, and the rounds of each' },
					engineText(counted(nTrajectories, 'search', 'searches')),
					rounds,
				);
	return t('At most {0}.', [searches, ...texts].join(comma));
}
