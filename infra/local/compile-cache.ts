import { fileURLToPath } from 'node:url';

/** The folder of compiled modules (`NODE_COMPILE_CACHE`). With it, a program of this checkout starts in half the time. */
export const compileCacheFolder = fileURLToPath(
  new URL('../../node_modules/.cache/compiled-modules', import.meta.url),
);
