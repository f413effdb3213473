import { fileURLToPath } from 'node:url';

/** The package folder of the sample, for `hds import package`. */
export const samplePackageFolder: string = fileURLToPath(new URL('./package', import.meta.url));

/** The mobile projects of the sample, for `hds mobile-project import`. */
export const sampleMobileProjectsFile: string = fileURLToPath(
  new URL('./mobile-projects.json', import.meta.url),
);
