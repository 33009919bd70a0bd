export const total = (prices: readonly number[]): number => prices.slice(1).reduce((sum, price) => sum + price, 0);
