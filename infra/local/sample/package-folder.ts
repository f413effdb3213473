import { fileURLToPath } from 'node:url';

/** The folder of the sample data: a package as `hds import package` reads it. */
export const samplePackage: string = fileURLToPath(new URL('./package', import.meta.url));

/** The mobile projects of the sample, as `hds mobile-project import` reads them. */
export const sampleMobileProjects: string = fileURLToPath(
  new URL('./mobile-projects.json', import.meta.url),
);
