import { isMainThread } from 'node:worker_threads';

// Loaded into a process of another's code (node --import): its standard input is a pipe to the process that started it,
// and closes however that one ends. Without this, a killed `npm start` would leave its functions behind, on its port.

if (isMainThread) {
  process.stdin
    .on('end', () => process.exit())
    .on('error', () => process.exit())
    .resume();
}
