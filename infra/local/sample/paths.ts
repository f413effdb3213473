import { fileURLToPath } from 'node:url';

/** The folder of the sample data: a package as `hds import package` reads it. */
export const samplePackageFolder: string = fileURLToPath(new URL('./package', import.meta.url));

/** The mobile projects of the sample, as `hds mobile-project import` reads them. */
export const sampleMobileProjectsFile: string = fileURLToPath(
  new URL('./mobile-projects.json', import.meta.url),
);
