import fc from 'fast-check';

import { readSeed } from './seed.ts';

// A setup file of all tests, which sets the seed of fast-check.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: readSeed(process.env) });
