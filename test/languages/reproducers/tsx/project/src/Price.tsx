/** @jsx markup @jsxRuntime classic */
import { markup } from './markup';

export const Price = ({ price }: { price: number }) => <b>{price - 1}</b>;
