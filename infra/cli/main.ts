import { runCommandLine } from './hds.ts';

// A reader such as `head` may close the pipe early: the work still goes on to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runCommandLine(process.argv.slice(2));
