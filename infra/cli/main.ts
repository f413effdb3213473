import { runCommandLine } from './hds.ts';

// A program that reads the output, such as `head`, can close the pipe early. The command still runs to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runCommandLine(process.argv.slice(2));
