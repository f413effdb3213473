import { fileURLToPath } from 'node:url';

/** The folder of the sample data: a package as `hds import package` reads it. */
export const samplePackage: string = fileURLToPath(new URL('./package', import.meta.url));
