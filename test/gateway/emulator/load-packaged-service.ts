import { packageService, readPackage, type PackagedService } from '../../../infra/aws/packaging.ts';
import { cachedFolder, fingerprint } from '../../../infra/build/cache.ts';

const files = [
  '{functions,lib}/**/*.{ts,json}',
  'infra/{aws,build}/*.{yml,ts}',
  'serverless.yml',
  'package-lock.json',
];

async function readOrPackage(): Promise<PackagedService> {
  const key = await fingerprint({ files });
  const directory = await cachedFolder('packaged', key, async (folder) => {
    await packageService(folder, 'test');
  });
  return readPackage(directory);
}

let loading: Promise<PackagedService> | undefined;

/**
 * Loads the template and the unpacked bundles. The first process that needs them packages the service, once for each state of the sources.
 */
export async function loadPackagedService(): Promise<PackagedService> {
  loading ??= readOrPackage();
  return loading;
}
