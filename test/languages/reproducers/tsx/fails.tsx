import assert from 'node:assert/strict';
import { Price } from './src/Price';

assert.equal(Price({ price: 3 }), '<b>3</b>');
