import { nativeServerUrl } from './database/open.ts';

/**
 * Whether the tests run on a native server. There statements run beside each other, while the embedded database has one session;
 * and what takes minutes because it tries everything runs there only.
 */
export const hasNativeServer = nativeServerUrl() !== undefined;

/** Whether tests that need a native server are to be skipped; it says so then. */
export function skipWithoutNativeServer(): boolean {
  if (!hasNativeServer) {
    console.warn(
      'There is no native server: what needs one is skipped. npm run test:service has one.',
    );
  }
  return !hasNativeServer;
}
