import { readFileSync } from 'node:fs';
import path from 'node:path';

const known = new Map<string, readonly string[]>();

/** What a file imports: files by absolute path, packages by name. Each file is read once: most are imported by many. */
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

/** Whether a file imports one of these files or packages, by itself or through what it imports. */
export function importsAny(file: string, wanted: readonly string[]): boolean {
  const seen = new Set<string>([file]);
  // A set gives what is added to it on the way, too.
  for (const one of seen) {
    for (const name of importsOf(one)) {
      if (wanted.includes(name)) return true;
      if (path.isAbsolute(name)) seen.add(name);
    }
  }
  return false;
}

const loadedBy = new Map<string, readonly string[]>();

/** The files that a file loads when it runs, by absolute path: itself, and whatever is imported for more than its types. */
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
