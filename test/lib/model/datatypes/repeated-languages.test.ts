import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listValueWarnings } from '../../../../infra/cli/import/resources/value-warnings.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { datatypeNode, validationContext } from './golden-world.ts';

const node = datatypeNode({ ontologyClass: null, config: {} });
const textOf = (tags: readonly string[]) =>
  Object.fromEntries(tags.map((tag) => [tag, { value: `in ${tag}`, direction: 'ltr' }]));
const problemsOf = (value: unknown) =>
  datatypeOf('string')
    .validate(value, node, validationContext)
    .map(({ code, pointer }) => `${code} ${pointer}`);

const spellings = ['en-US', 'en-us', 'EN-US', 'en_US', 'en_us'];

describe('a text by language with one language in two spellings of its tag', () => {
  it('is refused by writes, at the later spelling', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(spellings, { minLength: 2 }), (tags) => {
        const [, ...later] = tags;
        const value = textOf(['de', ...tags, 'en']);
        expect(problemsOf(value)).toEqual(later.map((tag) => `repeated_language /${tag}`));
      }),
    );
  });

  it('is imported unchanged, with a warning', () => {
    expect(listValueWarnings(textOf(['en-US', 'en-us']), 'string')).toEqual([
      {
        code: 'repeated_language',
        message: expect.stringMatching(/"en-us" and "en-US" .*imported unchanged/),
      },
    ]);
    expect(listValueWarnings(textOf(['en-US', 'en', 'de']), 'string')).toEqual([]);
    expect(listValueWarnings(textOf(['en-US', 'en-us']), 'file-list')).toEqual([]);
  });
});

describe('a text by language with other languages', () => {
  it('is accepted, also with tags that begin alike', () => {
    expect(problemsOf(textOf(['en', 'en-US', 'en-GB', 'zh-Hant', 'zh-Hant-TW']))).toEqual([]);
  });
});
