import { globSync } from 'node:fs';
import path from 'node:path';

import { root } from './read-texts.ts';

const patterns = [
  '*',
  '.{ci,gitattributes,gitignore,npmrc,oxfmtrc.json,oxlintrc.json}',
  '.ci/*',
  '{docs,functions,infra,lib,test}/**/*',
];

/** All files and folders of the project. */
const paths: ReadonlySet<string> = new Set(
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })),
);

/** All ends of paths: files are often named without their folders. */
const ends: ReadonlySet<string> = new Set(
  [...paths].flatMap((name) => {
    const parts = name.split('/');
    return parts.map((_part, index) => parts.slice(index).join('/'));
  }),
);

/**
 * Whether a path exists: from the root of the project, from the folder of the file that names it, or as the end of a path.
 * A word in capitals stands for any name, and `.handler` for what AWS calls in a file.
 */
export function existsPath(name: string, file: string): boolean {
  const written = name.replace(/\/$/, '').replace(/\.handler$/, '.ts');
  const relative = path.posix.join(path.posix.dirname(file), written);
  if (ends.has(written) || paths.has(relative)) return true;
  if (/(?:^|[/-])[A-Z]{3,}\b/.test(written)) return true;
  return written.includes('*') && globSync(written, { cwd: root }).length > 0;
}
