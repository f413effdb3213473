import { fileURLToPath } from 'node:url';

/** The folder of compiled modules, with which a program of this checkout starts in half the time (`NODE_COMPILE_CACHE`). */
export const compileCacheFolder = fileURLToPath(
  new URL('../node_modules/.cache/compiled-modules', import.meta.url),
);
