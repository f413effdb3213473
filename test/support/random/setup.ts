import fc from 'fast-check';

import { readSeed } from './seed.ts';

// Setup file of every test: gives fast-check its seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: readSeed(process.env) });
