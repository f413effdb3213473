import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Rule } from '../../infra/generate/rules/find-rules.ts';
import { listLoadedFiles } from '../../infra/generate/loaded-files.ts';
import { readRules } from '../../infra/generate/rules/rules-page.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const listFiles = (pattern: string): readonly string[] => globSync(pattern, { cwd: root });

const rules = readRules(root);

/** The entry points of programs: the functions, the command line, the local stack, the generator, the packager, the
 * deployment, and the scripts of pages. */
const programs: readonly string[] = [
  ...listFiles('functions/**/*.ts'),
  ...listFiles('infra/{cli,local/data-api,generate}/main.ts'),
  'infra/local/start.ts',
  ...listFiles('infra/aws/{package,close,deploy,remove,rotate-password}.ts'),
  ...listFiles('lib/browser/map/{main,open-map}.ts'),
  ...listFiles('infra/build/{check-dependencies,api-definition,api-stage}.ts'),
  'infra/generate/generated.ts',
];

/** The text of each file that one of the programs loads, and of each file of the schema and of YAML, by path. */
const loadedTexts: ReadonlyMap<string, string> = new Map([
  ...programs
    .flatMap((program) => [...listLoadedFiles(path.join(root, program))])
    .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')] as const),
  ...['infra/schema/**/*.sql', 'infra/aws/*.yml', 'serverless.yml']
    .flatMap(listFiles)
    .filter((file) => !file.includes('/migrations/'))
    .map((file) => [file, read(file)] as const),
]);

/** How often each word occurs in these texts. */
const wordCounts = new Map<string, number>();
for (const text of loadedTexts.values())
  for (const [word] of text.matchAll(/\w+/g)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);

/** Whether the programs or the schema mention the name of a rule outside its definition. */
const isUsed = ({ name }: Rule): boolean =>
  (wordCounts.get(name.split('.').at(-1) ?? name) ?? 0) > 1;

const describeRule = ({ name, file }: Rule): string => `${name} in ${file}`;

describe('the rules of docs/where-rules-stand.md', () => {
  it('are more than 300', () => {
    expect(rules.length).toBeGreaterThan(300);
  });

  it('are decided in files that programs load, or in the schema, in YAML or in tests', () => {
    const others = rules.filter(({ file }) => !loadedTexts.has(file) && !file.startsWith('test/'));
    expect(others.map(describeRule)).toEqual([]);
  });

  it('are used by the programs or the schema', () => {
    const rulesOfPrograms = rules.filter(({ file }) => loadedTexts.has(file));
    expect(rulesOfPrograms.filter((rule) => !isUsed(rule)).map(describeRule)).toEqual([]);
  });
});
