import { removeEmbeddedTemplates } from './embedded.ts';
import { dropNativeTemplates } from './native.ts';
import { nativeServerUrl } from './open.ts';
import { startTestRun } from './test-run-id.ts';

/** Before all tests of a run: names it. @returns what is done after them: its templates go */
export default function setUpTestRun(): () => Promise<void> {
  const run = startTestRun();
  return async () => {
    await removeEmbeddedTemplates(run);
    const server = nativeServerUrl();
    if (server !== undefined) await dropNativeTemplates(server, run);
  };
}
