import { Currency } from './currency';

export const total = (prices: readonly number[]): string =>
	`${prices.slice(1).reduce((sum, price) => sum + price, 0)} ${Currency.Euro}`;
