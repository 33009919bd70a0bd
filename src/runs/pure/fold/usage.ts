import { grouped } from '../../../system/pure/text/counted';
import type { Usage } from '../model/chat';

export const noUsage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, isEstimated: false };

export function sumUsage(a: Usage, b: Usage): Usage {
	return {
		inputTokens: a.inputTokens + b.inputTokens,
		cachedTokens: a.cachedTokens + b.cachedTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		isEstimated: a.isEstimated || b.isEstimated,
	};
}

/** `980 tokens`, `1.4k tokens`, `1.2M tokens`. */
export function tokensText(nTokens: number): string {
	return nTokens === 1 ? '1 token' : `${shortCount(nTokens)} tokens`;
}

/** As `tokensText`, with `, estimated` if tokens were not counted. */
export function usageText({ inputTokens, outputTokens, isEstimated }: Usage): string {
	return `${tokensText(inputTokens + outputTokens)}${isEstimated ? ', estimated' : ''}`;
}

/** `1,204 tokens in (1,024 from the server's cache), 96 out`. */
export function wholeUsageText({ inputTokens, cachedTokens, outputTokens, isEstimated }: Usage): string {
	const cached = cachedTokens === 0 ? '' : ` (${grouped(cachedTokens)} from the server's cache)`;
	return `${grouped(inputTokens)} tokens in${cached}, ${grouped(outputTokens)} out${isEstimated ? ', estimated' : ''}`;
}

/** Two significant digits: 1.4k, 31k, 0.5M. */
function shortCount(n: number): string {
	if (n < 1000) {
		return String(n);
	}
	const [count, unit] = n < 999_500 ? [n / 1000, 'k'] : [n / 1_000_000, 'M'];
	return `${count < 9.95 ? Number(count.toFixed(1)) : Math.round(count)}${unit}`;
}
