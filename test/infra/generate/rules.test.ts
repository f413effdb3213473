import { describe, expect, it } from 'vitest';

import { findRules } from '../../../infra/generate/rules/find-rules.ts';
import { writeRulesPage } from '../../../infra/generate/rules/rules-page.ts';

describe('a tag for a rule', () => {
  it('names the exported function that follows its comment', () => {
    const text = `
/**
 * Refuses a body.
 * @rule Requests: How large may a request body be?
 * @throws Error
 */
export async function checkSize(): Promise<void> {}
`;
    expect(findRules('lib/a.ts', text)).toEqual([
      {
        subject: 'Requests',
        question: 'How large may a request body be?',
        name: 'checkSize',
        file: 'lib/a.ts',
      },
    ]);
  });

  it.each([
    ['const', '/** @rule Requests: Why? */\nconst limit = 3;', 'limit'],
    ['generator', '/** @rule Requests: Why? */\nexport function* readLines() {}', 'readLines'],
    ['class', '/** @rule Requests: Why? */\nexport class Lookup {}', 'Lookup'],
    ['method', '  /** @rule Requests: Why? */\n  async find(name: string) {}', 'find'],
    ['property', '  /** @rule Requests: Why? */\n  language: read(),', 'language'],
  ])('names a %s', (_kind, text, name) => {
    expect(findRules('lib/a.ts', text)[0]?.name).toBe(name);
  });

  it('stands in comments of SQL, where a name has its schema', () => {
    const text = '-- Rows.\n-- @rule Spatial views: Why?\ncreate function layer.rows(a integer)\n';
    expect(findRules('infra/a.sql', text)[0]?.name).toBe('layer.rows');
  });

  it('stands in comments of YAML, and names a key', () => {
    const text = 'provider:\n  # @rule Deployment: Why?\n  memorySize: 1024\n';
    expect(findRules('serverless.yml', text)[0]?.name).toBe('memorySize');
  });

  it('goes on in the next lines, and may have a remark after the question', () => {
    const text = `
/**
 * @rule Writing: What does an import do
 * with a bad record? It leaves it out.
 * @rule Writing: Why?
 */
export const read = 1;
`;
    expect(findRules('lib/a.ts', text).map(({ question }) => question)).toEqual([
      'What does an import do with a bad record? It leaves it out.',
      'Why?',
    ]);
  });

  it.each([
    ['an unknown subject', '/** @rule Cooking: Why? */\nconst a = 1;'],
    ['no subject', '/** @rule Why? */\nconst a = 1;'],
    ['no question', '/** @rule Requests: The limit. */\nconst a = 1;'],
    ['no definition', '/** @rule Requests: Why? */\nimport "a";'],
  ])('with %s is refused, with its line', (_problem, text) => {
    expect(() => findRules('lib/a.ts', `\n${text}`)).toThrow(/^lib\/a\.ts:2: /);
  });

  it('is not a mention of the tag in a sentence', () => {
    expect(findRules('lib/a.ts', '/** Finds the tags `@rule` of a file. */\n')).toEqual([]);
  });
});

describe('the page of rules', () => {
  it('has a row for each question, with all definitions that answer it', () => {
    const rule = { subject: 'Writing', question: 'Why?' } as const;
    const page = writeRulesPage([
      { ...rule, name: 'check', file: 'lib/a.ts' },
      { ...rule, name: 'Bucket', file: 'infra/exports.yml' },
    ]);
    expect(page).toContain(
      '\n| Why? | [`check`](../lib/a.ts), [`Bucket` in exports.yml](../infra/exports.yml) |\n',
    );
  });
});
