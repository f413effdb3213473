import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

import { computeFingerprint, ensureCachedFolder } from './cache.ts';
import { extractTar } from './tar.ts';
import type { ArchivedFile } from './zip.ts';

const runFile = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** The native packages of sharp for the processor and the system of deployed functions. `npm ci` installs only those of this machine. */
export const nativePackages: readonly string[] = [
  '@img/sharp-linux-arm64',
  '@img/sharp-libvips-linux-arm64',
];

/** sharp itself, and what it needs, which are the same for all systems. */
const scriptPackages: readonly string[] = ['sharp', '@img/colour', 'detect-libc', 'semver'];

/** What is not needed to run them: sources in C++, types, the other module system, and programs. */
const omittedFiles = /\.(?:h|cc|gyp|d\.[cm]?ts)$|^sharp\/(?:install|dist\/.*\.cjs$)|^semver\/bin\//;

/** The only function that has them in its archive. */
export const nativeHandler = 'functions/schedule/derive-files.handler';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

type LockedPackage = {
  readonly name: string;
  readonly version: string;
  /** A SHA-512, as package-lock.json states it. */
  readonly integrity: string;
};

/** A package has other bytes than package-lock.json states, or cannot be fetched. */
export class NativePackageRefused extends Error {
  readonly code = 'native_package_refused';
}

/**
 * Lists the files of sharp with its native packages, as they are in the archive of their function: unmodified, with their licences and a notice.
 * The first time, npm fetches the native ones; the cache has them from then on.
 * @throws NativePackageRefused
 */
export async function listNativeFiles(): Promise<readonly ArchivedFile[]> {
  const files = [
    ...(await listFiles(path.join(root, 'node_modules'), scriptPackages)),
    ...(await listFiles(await ensureNativePackages(), nativePackages)),
  ];
  const notice = { path: 'NOTICE', content: Buffer.from(formatNotice(await readLockedPackages())) };
  return [notice, ...files.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
}

/** Reads the files of some packages in a folder. */
async function listFiles(
  folder: string,
  packages: readonly string[],
): Promise<readonly ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  const patterns = packages.map((name) => `${name}/**/*`);
  for await (const entry of glob(patterns, { cwd: folder, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    if (entry.isFile() && !omittedFiles.test(name))
      files.push({ path: `node_modules/${name}`, content: await readFile(file) });
  }
  return files;
}

/** Fetches the native packages into the cache, unless it has them. @returns their folder */
export async function ensureNativePackages(): Promise<string> {
  const packages = await readLockedPackages();
  const key = await computeFingerprint({ files: [], settings: packages });
  return ensureCachedFolder('native-packages', key, async (folder) => {
    for (const locked of packages) await extractPackage(locked, folder);
  });
}

async function readLockedPackages(): Promise<readonly LockedPackage[]> {
  const lock: unknown = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const { packages } = lockSchema.parse(lock);
  return nativePackages.map((name) => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    if (version === undefined || integrity === undefined)
      throw new NativePackageRefused(`package-lock.json has no ${name} with a hash.`);
    return { name, version, integrity };
  });
}

async function extractPackage(locked: LockedPackage, folder: string): Promise<void> {
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'heritage-packages-'));
  try {
    const archive = await fetchPackage(locked, temporaryFolder);
    checkIntegrity(locked, await readFile(archive));
    // The archives of npm have all files in the folder `package`.
    await extractTar(archive, path.join(folder, locked.name), { withoutFolders: 1 });
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Lets npm fetch the archive of a package, from its cache or the registry. @returns the file */
async function fetchPackage({ name, version }: LockedPackage, folder: string): Promise<string> {
  const parameters = [
    'pack',
    `${name}@${version}`,
    '--pack-destination',
    folder,
    '--silent',
    '--prefer-offline',
  ];
  const { stdout } = await runFile('npm', parameters, { cwd: root }).catch((cause: unknown) => {
    throw new NativePackageRefused(
      `npm cannot fetch ${name}@${version}. Run npm run package once with a network; later runs need none.`,
      { cause },
    );
  });
  return path.join(folder, stdout.trim());
}

/** @throws NativePackageRefused if the bytes have another hash than package-lock.json states */
export function checkIntegrity({ name, version, integrity }: LockedPackage, content: Buffer): void {
  const hash = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  if (hash === integrity) return;
  throw new NativePackageRefused(
    `${name}@${version} has another content than package-lock.json states. Do not deploy it.`,
  );
}

function formatNotice(packages: readonly LockedPackage[]): string {
  return `This function uses sharp (Apache License 2.0) and, as a shared library that is not modified, libvips with its dependencies, which are under
the GNU Lesser General Public License 3.0 or later, and other licences. The file README.md of its package lists them, with their sources.
The library can be replaced: it is a file of its own in node_modules.

${packages.map(({ name, version }) => `${name} ${version}: https://www.npmjs.com/package/${name}/v/${version}`).join('\n')}

libvips and how it is built: https://github.com/lovell/sharp-libvips
The licence: https://www.gnu.org/licenses/lgpl-3.0.html
`;
}
