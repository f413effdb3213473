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
export function reaches(file: string, wanted: readonly string[]): boolean {
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
