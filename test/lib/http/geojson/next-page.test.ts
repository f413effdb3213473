import { describe, expect, it } from 'vitest';

import { nextPageLink } from '../../../../lib/http/geojson/next-page.ts';

const place = {
  pagesBefore: 1,
  after: { resourceId: crypto.randomUUID(), tileId: crypto.randomUUID() },
};
const link = (query: readonly (readonly [string, readonly string[]])[]): string | undefined =>
  nextPageLink('https://heritage.test', new Map(query), place);

describe('the link to the next page of features', () => {
  it('repeats the query, but for where it begins', () => {
    const found = link([
      ['limit', ['5']],
      ['page', ['3']],
      ['precision', ['6']],
    ]);
    expect(found).toMatch(
      /^<https:\/\/heritage\.test\/geojson\?limit=5&precision=6&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it('repeats no parameter that is none', () => {
    expect(link([['token', ['secret']]])).not.toContain('secret');
  });

  it('is left out where the query is longer than a header may be', () => {
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID()).join(',');
    expect(link([['resourceid', [ids]]])).toBeUndefined();
  });
});
