import { capText, moneyText } from '../runs/pure/fold/capText';
import type { Run } from '../runs/pure/fold/run';
import { allCaps, costOf } from '../runs/pure/fold/spent';
import { usageText } from '../runs/pure/fold/usage';
import { counted } from '../system/pure/text/counted';
import { comma, engineText, t } from './language';
import type { RunLimits } from './protocol/messages';

/** The model and its server, `12 requests`, `31k tokens`, and the cost if a price is known. */
export function spentTexts({ engine, server, nRequests, usage }: Run, { price }: RunLimits): string[] {
	if (server === undefined) {
		return [t('Embedded localizer')];
	}
	const cost = price === undefined ? 0 : costOf(usage, price);
	return [
		t('{0} at {1}', engine, server),
		...(nRequests === 0 ? [] : [engineText(counted(nRequests, 'request'))]),
		...(usage.inputTokens + usage.outputTokens === 0 ? [] : [engineText(usageText(usage))]),
		...(cost === 0 ? [] : [t('cost {0}', moneyText(cost))]),
	];
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
