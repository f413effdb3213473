import { createHash } from 'node:crypto';
import path from 'node:path';

import type { BuildOptions } from 'esbuild';

import { runBuild } from './run-build.ts';
import { worldOutlines } from './world-outlines.ts';

/** The static files of pages: their names contain a hash of their content, so caches can store them forever. */
export type Asset = { readonly name: string; readonly content: Uint8Array };

/** The files that pages refer to, by their purpose. All other files are parts of these. */
export type AssetPurpose = keyof typeof entryPoints | keyof typeof outlineScales;

const entryPoints = {
  map: 'lib/browser/map/main.ts',
  'map-worker': 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  'map-style': 'node_modules/maplibre-gl/dist/maplibre-gl.css',
} as const;

const outlineScales = { 'world-outlines': 110, 'detailed-world-outlines': 50 } as const;

const root = path.resolve(import.meta.dirname, '../..');

const buildOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: 'assets',
  bundle: true,
  // The library of the map is a file of its own, which stays in caches when our code changes.
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  logLevel: 'silent',
};

/** @throws BuildFailure of esbuild, which lists the errors in the sources */
export async function buildAssets(): Promise<{
  readonly assets: readonly Asset[];
  readonly names: Readonly<Record<AssetPurpose, string>>;
}> {
  const [{ outputFiles, metafile }, ...outlines] = await Promise.all([
    runBuild(buildOptions),
    outlineAsset('world-outlines'),
    outlineAsset('detailed-world-outlines'),
  ]);
  const nameOf = (purpose: keyof typeof entryPoints): string => {
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
      map: nameOf('map'),
      'map-worker': nameOf('map-worker'),
      'map-style': nameOf('map-style'),
      'world-outlines': worldAsset.name,
      'detailed-world-outlines': detailedAsset.name,
    },
  };
}

async function outlineAsset(purpose: keyof typeof outlineScales): Promise<Asset> {
  const content = Buffer.from(await worldOutlines(outlineScales[purpose]));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { name: `${purpose}-${hash.toUpperCase()}.json`, content };
}
