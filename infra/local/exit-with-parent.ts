import { isMainThread } from 'node:worker_threads';

// Loaded with node --import. Standard input is a pipe to the parent, and closes however the parent ends. Otherwise the functions would survive a killed
// `npm start` and keep its port.

if (isMainThread) {
  process.stdin
    .on('end', () => process.exit())
    .on('error', () => process.exit())
    .resume();
}
