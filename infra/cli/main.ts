import { runCommandLine } from './hds.ts';

// A reader that has seen enough, such as `head`, closes the pipe: the work goes on to its end, unseen.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runCommandLine(process.argv.slice(2));
