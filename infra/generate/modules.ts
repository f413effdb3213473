import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Imports and exports of our modules that exist at run time. */
const importPattern =
  /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gm;

const importsByFile = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const imports = [...readFileSync(file, 'utf8').matchAll(importPattern)].map(
    ([, declared = '', dynamic = '']) =>
      path.resolve(path.dirname(file), declared === '' ? dynamic : declared),
  );
  importsByFile.set(file, imports);
  return imports;
}

/**
 * Lists the modules that a function loads, directly or through others.
 * @param handler such as `functions/resources/get.handler`
 * @returns absolute paths
 */
export function listModules(handler: string): readonly string[] {
  const modules = new Set([path.join(root, handler.replace(/\.handler$/, '.ts'))]);
  // A set yields also what is added to it meanwhile.
  for (const file of modules) {
    for (const imported of importsOf(file)) modules.add(imported);
  }
  return [...modules];
}
