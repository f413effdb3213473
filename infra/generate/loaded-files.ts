import { readFileSync } from 'node:fs';
import path from 'node:path';

const importsByFile = new Map<string, readonly string[]>();

/**
 * Lists the absolute paths of the project files that are loaded when a file runs, including the file itself and those that it imports later.
 * Imports of types load nothing.
 */
export function listLoadedFiles(file: string): ReadonlySet<string> {
  const visited = new Set([file]);
  // The loop also visits files that are added to the set while it runs.
  for (const visitedFile of visited)
    for (const next of readLoadedImports(visitedFile)) visited.add(next);
  return visited;
}

function readLoadedImports(file: string): readonly string[] {
  const cached = importsByFile.get(file);
  if (cached !== undefined) return cached;
  const text = readFileSync(file, 'utf8');
  const imports = [
    ...text.matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'(\.[^']+\.ts)';$/gm),
    ...text.matchAll(/\bimport\('(\.[^']+\.ts)'\)/g),
  ];
  const files = imports.map(([, name = '']) => path.resolve(path.dirname(file), name));
  importsByFile.set(file, files);
  return files;
}
