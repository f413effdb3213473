import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { layers } from '../../../infra/generate/layers.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const linter = path.join(root, 'node_modules/.bin/oxlint');
const configuration = ['.oxlintrc.json', 'infra/generate/layers.generated.json'];

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

async function lint(folder: string): Promise<ReadonlySet<string>> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      linter,
      ['--format', 'json'],
      { cwd: folder, maxBuffer: 1e8 },
      (_error, standardOutput) => {
        resolve(standardOutput);
      },
    );
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(output));
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename),
  );
}

async function listFolders(...parts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(path.join(root, ...parts), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(...parts, name));
}

/** An import that is planted, and whether its layer allows it. */
type Planted = { readonly file: string; readonly target: string; readonly isAllowed: boolean };

/** Whether a folder may import a value of another one. */
function isAllowed(folder: string, target: string): boolean {
  const { imports = [], roots = [] } = layers[folder] ?? {};
  const isBeside = path.dirname(folder) === path.dirname(target);
  return isBeside
    ? imports.includes(path.basename(target))
    : roots.includes(target.split('/')[0] ?? '');
}

describe('the layers', () => {
  let folder: string;
  let planted: readonly Planted[];
  let refused: ReadonlySet<string>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'layers-'));
    for (const name of configuration) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
      await copyFile(path.join(root, name), path.join(folder, name));
    }
    const folders = [
      ...(await listFolders('lib')),
      ...(await listFolders('infra')),
      'functions',
      'test',
    ];
    planted = Object.keys(layers).flatMap((source) =>
      folders
        .filter((target) => target !== source)
        .flatMap((target) =>
          ['', 'nested/', 'a/b/c/d/e/'].map((below) => ({
            file: `${source}/${below}imports-${target.replaceAll('/', '-')}.ts`,
            target,
            isAllowed: isAllowed(source, target),
          })),
        ),
    );
    for (const { file, target } of planted) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      const specifier = path.relative(path.dirname(file), `${target}/planted.ts`);
      await writeFile(
        path.join(folder, file),
        `import { planted } from '${specifier}';\nexport const user = [planted];\n`,
      );
    }
    refused = await lint(folder);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('have a rule for every folder of lib and infra', async () => {
    const folders = [...(await listFolders('lib')), ...(await listFolders('infra')), 'functions'];
    expect(Object.keys(layers).toSorted()).toEqual(folders.toSorted());
  });

  it('let the linter refuse an import of every folder that a layer does not name, at every depth', () => {
    const passed = planted.filter((each) => !each.isAllowed && !refused.has(each.file));
    expect(passed).toEqual([]);
  });

  it('let the linter accept an import of every folder that a layer names', () => {
    const blocked = planted.filter((each) => each.isAllowed && refused.has(each.file));
    expect(blocked).toEqual([]);
  });
});
