import { enableCompileCache } from 'node:module';

import { compileCacheFolder } from '../compile-cache.ts';

enableCompileCache(compileCacheFolder);

// A program that reads the output, such as `head`, can close the pipe early. The work continues to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Imported only now, so that its modules come from the cache.
const { runCommandLine } = await import('./hds.ts');
await runCommandLine(process.argv.slice(2));
