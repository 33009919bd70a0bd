import assert from 'node:assert/strict';
import { total } from './src/cart.ts';

const sum: number = total([1, 2]);
assert.equal(sum, 3);
