import { describe, expect, it } from 'vitest';

import { nextPageLink } from '../../../../lib/http/geojson/next-page.ts';

const position = {
  pagesBefore: 1,
  after: { resourceId: crypto.randomUUID(), tileId: crypto.randomUUID() },
};
const createLink = (query: readonly (readonly [string, readonly string[]])[]): string =>
  nextPageLink('https://heritage.test', new Map(query), position);

describe('the link to the next page of features', () => {
  it('repeats the query with a cursor instead of the page', () => {
    const nextLink = createLink([
      ['limit', ['5']],
      ['page', ['3']],
      ['precision', ['6']],
    ]);
    expect(nextLink).toMatch(
      /^<https:\/\/heritage\.test\/geojson\?limit=5&precision=6&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it('does not repeat an unknown parameter', () => {
    expect(createLink([['token', ['secret']]])).not.toContain('secret');
  });
});
