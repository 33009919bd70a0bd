import { total } from './lib/cart.js';

console.log('no AssertionError here');
total(null);
