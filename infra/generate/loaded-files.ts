import { readFileSync } from 'node:fs';
import path from 'node:path';

const loadedByFile = new Map<string, readonly string[]>();

/** Lists the absolute paths of our files that are loaded when a file runs, itself included, without imports of types. */
export function listLoadedFiles(file: string): ReadonlySet<string> {
  const visited = new Set([file]);
  // Iteration over a set includes items that are added meanwhile.
  for (const visitedFile of visited)
    for (const next of readLoadedImports(visitedFile)) visited.add(next);
  return visited;
}

function readLoadedImports(file: string): readonly string[] {
  const cached = loadedByFile.get(file);
  if (cached !== undefined) return cached;
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^;']* from )?'(\.[^']+\.ts)';$/gm,
  );
  const files = Array.from(imports, ([, name = '']) => path.resolve(path.dirname(file), name));
  loadedByFile.set(file, files);
  return files;
}
