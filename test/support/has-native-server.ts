import { nativeServerUrl } from './database/open.ts';

/** Whether the tests run on a native server. Only there do statements run concurrently, and only there do tests run that take minutes. */
export const hasNativeServer = nativeServerUrl() !== undefined;

/** Whether to skip tests that need a native server. It warns if so. */
export function skipWithoutNativeServer(): boolean {
  if (!hasNativeServer) {
    console.warn(
      'There is no native server: what needs one is skipped. npm run test:service has one.',
    );
  }
  return !hasNativeServer;
}
