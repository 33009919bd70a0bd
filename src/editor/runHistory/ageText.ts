import { counted } from '../../core/model/counted';

const units = [
	{ name: 'day', ms: 24 * 60 * 60 * 1000 },
	{ name: 'hour', ms: 60 * 60 * 1000 },
	{ name: 'minute', ms: 60 * 1000 },
] as const;

/** `3 hours ago`, in the largest unit that fits; `now` for less than a minute. */
export function ageText(ageMs: number): string {
	const unit = units.find(({ ms }) => ageMs >= ms);
	if (unit === undefined) {
		return 'now';
	}
	const n = Math.floor(ageMs / unit.ms);
	return `${counted(n, unit.name)} ago`;
}
