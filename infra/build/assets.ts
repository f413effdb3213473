import { createHash } from 'node:crypto';
import path from 'node:path';

import type { BuildOptions } from 'esbuild';

import { runBuild } from './run-build.ts';
import { createWorldOutlines } from './world-outlines.ts';

/** A static file of pages. Its name contains a hash of its content, so that caches can store it forever. */
export type Asset = { readonly name: string; readonly content: Uint8Array };

/** The purpose of a file that pages refer to. All other files are loaded by these. */
export type AssetPurpose = keyof typeof entryPoints | keyof typeof outlineScales;

const entryPoints = {
  map: 'lib/browser/map/main.ts',
  'map-worker': 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  'map-style': 'node_modules/maplibre-gl/dist/maplibre-gl.css',
} as const;

/** The scales of the outlines: 110 means 1:110,000,000. */
const outlineScales = { 'world-outlines': 110, 'detailed-world-outlines': 50 } as const;

const root = path.resolve(import.meta.dirname, '../..');

const buildOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: 'assets',
  bundle: true,
  // Puts the library of the map into a file of its own, which stays in caches when other code changes.
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  logLevel: 'silent',
};

/** Builds the static files of pages. @throws the error of esbuild, which lists the errors in the sources */
export async function buildAssets(): Promise<{
  readonly assets: readonly Asset[];
  readonly names: Readonly<Record<AssetPurpose, string>>;
}> {
  const [{ outputFiles, metafile }, ...outlines] = await Promise.all([
    runBuild(buildOptions),
    createOutlineAsset('world-outlines'),
    createOutlineAsset('detailed-world-outlines'),
  ]);
  const findFileName = (purpose: keyof typeof entryPoints): string => {
    const [file] =
      Object.entries(metafile.outputs).find(
        ([, { entryPoint }]) => entryPoint === entryPoints[purpose],
      ) ?? [];
    if (file === undefined) throw new Error(`The build has no file of ${purpose}.`);
    return path.basename(file);
  };
  const [worldAsset, detailedAsset] = outlines;
  return {
    assets: [
      ...outputFiles.map((file) => ({ name: path.basename(file.path), content: file.contents })),
      ...outlines,
    ],
    names: {
      map: findFileName('map'),
      'map-worker': findFileName('map-worker'),
      'map-style': findFileName('map-style'),
      'world-outlines': worldAsset.name,
      'detailed-world-outlines': detailedAsset.name,
    },
  };
}

async function createOutlineAsset(purpose: keyof typeof outlineScales): Promise<Asset> {
  const content = Buffer.from(await createWorldOutlines(outlineScales[purpose]));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { name: `${purpose}-${hash.toUpperCase()}.json`, content };
}
