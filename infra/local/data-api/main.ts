import { settings } from '../../../lib/settings.ts';
import { startLocalDataApi } from './start.ts';

// The emulator as a process of its own. It says where it listens in one line of JSON, and ends with its parent: standard
// input closes however that one ends.

try {
  const local = await startLocalDataApi(settings());
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) return;
    isClosing = true;
    void local.close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  // An interrupt from the terminal reaches the parent too, which closes standard input when it is done.
  process.on('SIGINT', () => undefined);
  process.stdin.on('close', stop).on('end', stop).resume();
  process.stdout.write(`${JSON.stringify({ url: local.url })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
