import { isMainThread } from 'node:worker_threads';

// Loaded with node --import. Standard input is a pipe from the parent, which closes when the parent ends, even if it is killed. Without this
// module, the functions would survive a killed `npm start` and keep its port.

if (isMainThread) {
  process.stdin
    .on('end', () => process.exit())
    .on('error', () => process.exit())
    .resume();
}
