import { total } from 'no-such-package';

total();
