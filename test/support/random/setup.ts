import fc from 'fast-check';

import { readSeed } from './seed.ts';

// Run before each test file: the one place where fast-check is told what to begin with.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: readSeed(process.env) });
