import { nativeServerUrl } from './database/open.ts';

/** Whether the tests run on a native server. Only such a server runs statements concurrently. Tests that take minutes also need such a server. */
export const hasNativeServer = nativeServerUrl() !== undefined;

/** Whether to skip tests that need a native server. If they are skipped, prints a warning. */
export function skipWithoutNativeServer(): boolean {
  if (!hasNativeServer) {
    console.warn('Tests that need a native server are skipped. npm run test:service starts one.');
  }
  return !hasNativeServer;
}
