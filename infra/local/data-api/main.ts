import { settings } from '../../../lib/settings.ts';
import { getErrorMessage } from '../error-message.ts';
import { startLocalDataApi } from './start-local-data-api.ts';

// Runs the emulator as a separate process. With the argument `sample`, a new database contains the sample. The process prints the
// URL in a line of JSON. When its parent ends, standard input closes, and the process exits.

try {
  const template = process.argv[2] === 'sample' ? 'sample' : 'empty';
  const emulator = await startLocalDataApi(settings(), template);
  let isClosing = false;
  const stop = (exitCode: number): void => {
    if (isClosing) return;
    isClosing = true;
    void emulator.close().finally(() => process.exit(exitCode));
  };
  process.on('SIGTERM', () => stop(0));
  // Ignored, because Ctrl+C also reaches the parent, which closes standard input when the functions have ended.
  process.on('SIGINT', () => undefined);
  process.stdin
    .on('close', () => stop(0))
    .on('end', () => stop(0))
    .resume();
  process.stdout.write(`${JSON.stringify({ url: emulator.url })}\n`);
  emulator.opened.catch((error: unknown) => {
    printError(error);
    stop(1);
  });
} catch (error) {
  printError(error);
  process.exitCode = 1;
}

function printError(error: unknown): void {
  process.stderr.write(`${getErrorMessage(error)}\n`);
}
