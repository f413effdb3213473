import { fileURLToPath } from 'node:url';

/** A package for `hds import package`. */
export const samplePackageFolder: string = fileURLToPath(new URL('./package', import.meta.url));

/** Mobile projects for `hds mobile-project import`. */
export const sampleMobileProjectsFile: string = fileURLToPath(
  new URL('./mobile-projects.json', import.meta.url),
);
