import { removeTemplates } from './embedded.ts';
import { dropTemplates } from './native.ts';
import { nativeServer } from './open.ts';
import { nameRun } from './run-id.ts';

/** Before all tests of a run: names it. @returns what is done after them: its templates go */
export default function beginRun(): () => Promise<void> {
  const run = nameRun();
  return async () => {
    await removeTemplates(run);
    const server = nativeServer();
    if (server !== undefined) await dropTemplates(server, run);
  };
}
