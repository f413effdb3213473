import { isMainThread } from 'node:worker_threads';

// Loaded with node --import, to end the functions together with `npm start`. Standard input is a pipe from the parent process, which
// closes when the parent ends, even if it is killed. Otherwise the functions would keep running and hold the port.

if (isMainThread) {
  process.stdin
    .on('end', () => process.exit())
    .on('error', () => process.exit())
    .resume();
}
