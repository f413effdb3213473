import { readFileSync } from 'node:fs';
import path from 'node:path';

const known = new Map<string, readonly string[]>();

/** Reads the imports of a file: absolute paths of files, and names of packages. Each file is read only once. */
export function importsOf(file: string): readonly string[] {
  const remembered = known.get(file);
  if (remembered !== undefined) return remembered;
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(/^(?:import|export|\}) .*from '(.+)';$/gm)].map(([, name = '']) =>
    /^\..*\.ts$/.test(name) ? path.resolve(path.dirname(file), name) : name,
  );
  known.set(file, found);
  return found;
}

/** Whether a file imports one of these files or packages, directly or through others. */
export function importsAny(file: string, wanted: readonly string[]): boolean {
  const seen = new Set<string>([file]);
  // Iteration over a set includes items that are added meanwhile.
  for (const one of seen) {
    for (const name of importsOf(one)) {
      if (wanted.includes(name)) return true;
      if (path.isAbsolute(name)) seen.add(name);
    }
  }
  return false;
}

const loadedBy = new Map<string, readonly string[]>();

/** Lists the absolute paths of the files that are loaded when a file runs, without imports of types. */
export function loadedFiles(file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const next of loadedDirectly(one)) seen.add(next);
  return seen;
}

function loadedDirectly(file: string): readonly string[] {
  const remembered = loadedBy.get(file);
  if (remembered !== undefined) return remembered;
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^;']* from )?'(\.[^']+\.ts)';$/gm,
  );
  const found = Array.from(imports, ([, name = '']) => path.resolve(path.dirname(file), name));
  loadedBy.set(file, found);
  return found;
}
