import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { listLoadedFiles } from '../../infra/generate/loaded-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const listFiles = (pattern: string): readonly string[] => globSync(pattern, { cwd: root });

/** A rule on the page: a name, and the file that defines it. */
type Rule = { readonly name: string; readonly file: string };

const rules: readonly Rule[] = Array.from(
  read('docs/where-rules-stand.md').matchAll(/\[`([^`]+)`\]\(\.\.\/([^)]+)\)/g),
  ([, name = '', file = '']) => ({ name, file }),
);

/** The entry points of programs: the functions, the command line, the local stack, the generator, the packager, the
 * deployment, and the scripts of pages. */
const programs: readonly string[] = [
  ...listFiles('functions/**/*.ts'),
  ...listFiles('infra/{cli,local/data-api,generate}/main.ts'),
  'infra/local/start.ts',
  ...listFiles('infra/aws/{package,close,deploy,remove,rotate-password}.ts'),
  ...listFiles('lib/browser/map/{main,open-map}.ts'),
  'infra/build/check-dependencies.ts',
  'infra/generate/generated.ts',
];

/** The text of each file that one of the programs loads, and of each file of the schema, by path. */
const loadedTexts: ReadonlyMap<string, string> = new Map([
  ...programs
    .flatMap((program) => [...listLoadedFiles(path.join(root, program))])
    .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')] as const),
  ...listFiles('infra/schema/**/*.sql')
    .filter((file) => !file.includes('/migrations/'))
    .map((file) => [file, read(file)] as const),
]);

function createDefinitionPattern({ name, file }: Rule): RegExp {
  const escapedName = name.replaceAll('.', '\\.');
  return file.endsWith('.sql')
    ? new RegExp(
        `^create (?:or replace )?(?:function|view|table|procedure|type) ${escapedName}\\b`,
        'm',
      )
    : new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${escapedName}\\b`, 'm');
}

/** Whether the programs or the schema mention the name of a rule outside its definition. */
function isUsed({ name }: Rule): boolean {
  const mention = new RegExp(`\\b(?:${name.replaceAll('.', '\\.')})\\b`, 'g');
  const mentions = [...loadedTexts.values()].flatMap((text) => text.match(mention) ?? []);
  return mentions.length > 1;
}

const describeRule = ({ name, file }: Rule): string => `${name} in ${file}`;

describe('docs/where-rules-stand.md', () => {
  it('names more than 150 rules', () => {
    expect(rules.length).toBeGreaterThan(150);
  });

  it('names only rules that their linked files define', () => {
    const undefinedRules = rules.filter(
      (rule) => !createDefinitionPattern(rule).test(loadedTexts.get(rule.file) ?? ''),
    );
    expect(undefinedRules.map(describeRule)).toEqual([]);
  });

  it('names only rules that the programs or the schema use', () => {
    expect(rules.filter((rule) => !isUsed(rule)).map(describeRule)).toEqual([]);
  });
});
