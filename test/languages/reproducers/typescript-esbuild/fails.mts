import assert from 'node:assert/strict';
import { total } from './src/cart';

const sum: string = total([1, 2]);
assert.equal(sum, '3 EUR');
