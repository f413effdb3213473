import { settings } from '../../../lib/settings.ts';
import { startLocalDataApi } from './start-local-data-api.ts';

// The emulator as a process of its own; with the argument `sample` a new database begins with the sample. It says where it
// listens in one line of JSON, and ends with its parent: standard input closes however that one ends.

try {
  const template = process.argv[2] === 'sample' ? 'sample' : 'empty';
  const local = await startLocalDataApi(settings(), template);
  let isClosing = false;
  const stop = (exitCode: number): void => {
    if (isClosing) return;
    isClosing = true;
    void local.close().finally(() => process.exit(exitCode));
  };
  process.on('SIGTERM', () => stop(0));
  // An interrupt from the terminal reaches the parent too, which closes standard input when it is done.
  process.on('SIGINT', () => undefined);
  process.stdin
    .on('close', () => stop(0))
    .on('end', () => stop(0))
    .resume();
  process.stdout.write(`${JSON.stringify({ url: local.url })}\n`);
  local.opened.catch((error: unknown) => {
    tell(error);
    stop(1);
  });
} catch (error) {
  tell(error);
  process.exitCode = 1;
}

function tell(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
