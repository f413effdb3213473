import { readFileSync } from 'node:fs';
import path from 'node:path';

const importsByFile = new Map<string, readonly string[]>();

/** Reads the imports of a file: absolute paths of files, and names of packages. Each file is read only once. */
export function readImports(file: string): readonly string[] {
  const cached = importsByFile.get(file);
  if (cached !== undefined) return cached;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/^(?:import|export|\}) .*from '(.+)';$/gm)].map(
    ([, name = '']) => (/^\..*\.ts$/.test(name) ? path.resolve(path.dirname(file), name) : name),
  );
  importsByFile.set(file, imports);
  return imports;
}

/** Whether a file imports one of these files or packages, directly or through others. */
export function importsAny(file: string, targets: readonly string[]): boolean {
  const visited = new Set<string>([file]);
  // Iteration over a set includes items that are added meanwhile.
  for (const visitedFile of visited) {
    for (const name of readImports(visitedFile)) {
      if (targets.includes(name)) return true;
      if (path.isAbsolute(name)) visited.add(name);
    }
  }
  return false;
}
