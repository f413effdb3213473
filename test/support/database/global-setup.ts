import { removeEmbeddedTemplates } from './embedded.ts';
import { nativeServerUrl } from './server-url.ts';
import { dropNativeTemplates } from './templates.ts';
import { startTestRun } from './test-run-id.ts';

/** Global setup of Vitest. @returns the teardown, which removes the templates of the run */
export default function setUpTestRun(): () => Promise<void> {
  const run = startTestRun();
  return async () => {
    await removeEmbeddedTemplates(run);
    const server = nativeServerUrl();
    if (server !== undefined) await dropNativeTemplates(server, run);
  };
}
