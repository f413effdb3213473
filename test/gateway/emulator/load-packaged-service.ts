import path from 'node:path';

import {
  packageService,
  packageTemplate,
  readPackage,
  readTemplate,
  type PackagedService,
  type Template,
} from '../../../infra/aws/packaging.ts';
import { ensureCachedFolder, computeFingerprint } from '../../../infra/build/cache.ts';

const templateSources = ['infra/{aws,build}/*.{yml,ts}', 'serverless.yml', 'package-lock.json'];
const codeSources = ['{functions,lib}/**/*.{ts,json}'];

async function readOrPackageService(): Promise<PackagedService> {
  const key = await computeFingerprint({ files: [...codeSources, ...templateSources] });
  return readPackage(
    await ensureCachedFolder('packaged', key, async (folder) => {
      await packageService(folder, 'test');
    }),
  );
}

async function readOrPackageTemplate(): Promise<Template> {
  const key = await computeFingerprint({ files: templateSources });
  const name = 'template.json';
  const directory = await ensureCachedFolder('template', key, (folder) =>
    packageTemplate(path.join(folder, name), 'test'),
  );
  return readTemplate(path.join(directory, name));
}

let packagedService: Promise<PackagedService> | undefined;
let template: Promise<Template> | undefined;

/**
 * Loads the template and the unpacked bundles. The first process that needs them packages the service, once for each state of the sources.
 */
export async function loadPackagedService(): Promise<PackagedService> {
  packagedService ??= readOrPackageService();
  return packagedService;
}

/** Loads the template without the bundles. A change of the code does not change it, so it is packaged less often. */
export async function loadTemplate(): Promise<Template> {
  template ??= readOrPackageTemplate();
  return template;
}
