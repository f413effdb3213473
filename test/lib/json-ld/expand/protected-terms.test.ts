import { describe, expect, it } from 'vitest';

import { problemsOf } from './reading.ts';

const ex = 'http://example.org/';

describe('a context with protected terms', () => {
  it('protects its terms from contexts below it', () => {
    const context = {
      '@protected': true,
      p: `${ex}p`,
      q: { '@id': `${ex}q`, '@protected': false },
    };
    const problemsWithInnerContext = (local: unknown): readonly string[] =>
      problemsOf({ '@context': context, q: { '@context': local, p: 'a' } });
    expect(problemsWithInnerContext({ p: `${ex}other` })).toEqual([
      'invalid_context /q/@context/p',
    ]);
    expect(problemsWithInnerContext(null)).toEqual(['invalid_context /q/@context']);
    expect(problemsWithInnerContext({ p: `${ex}p`, q: `${ex}other` })).toEqual([]);
  });

  it('allows the context of a property to redefine protected terms', () => {
    const context = {
      '@protected': true,
      p: `${ex}p`,
      q: { '@id': `${ex}q`, '@context': { p: `${ex}other` } },
    };
    expect(problemsOf({ '@context': context, q: { p: 'a' } })).toEqual([]);
  });
});
