import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

type ImportsOf = (file: string) => Promise<readonly string[]>;

/** The test files below a folder that draw something by chance, themselves or through what they import, as absolute paths. */
export async function randomTestFiles(folder: string): Promise<readonly string[]> {
  const importsOf = rememberedImports();
  const found: string[] = [];
  for await (const name of glob('**/*.test.ts', { cwd: folder })) {
    const file = path.join(folder, name);
    if (await drawsByChance(file, importsOf, new Set())) found.push(file);
  }
  return found.toSorted();
}

async function drawsByChance(
  file: string,
  importsOf: ImportsOf,
  seen: Set<string>,
): Promise<boolean> {
  seen.add(file);
  const imported = await importsOf(file);
  if (imported.includes('fast-check')) return true;
  for (const name of imported.filter((one) => /^\..*\.ts$/.test(one))) {
    const next = path.resolve(path.dirname(file), name);
    if (!seen.has(next) && (await drawsByChance(next, importsOf, seen))) return true;
  }
  return false;
}

/** Reads each file once: most are imported by many. */
function rememberedImports(): ImportsOf {
  const known = new Map<string, readonly string[]>();
  return async (file) => {
    const found = known.get(file) ?? (await readImports(file));
    known.set(file, found);
    return found;
  };
}

async function readImports(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^(?:import|export|\}) .*from '(.+)';$/gm)].map(
    ([, name]) => name ?? '',
  );
}
