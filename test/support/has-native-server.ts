import { nativeServerUrl } from './database/open.ts';

/** Whether the tests run on a native server. Only such a server runs statements concurrently. Tests that take minutes also need one. */
export const hasNativeServer = nativeServerUrl() !== undefined;

/** Whether to skip tests that need a native server. Prints a warning if so. */
export function skipWithoutNativeServer(): boolean {
  if (!hasNativeServer) {
    console.warn('Tests that need a native server are skipped. npm run test:service starts one.');
  }
  return !hasNativeServer;
}
