import { describe, expect, it } from 'vitest';

import { linkHeader } from '../../../../lib/http/responses/link-header.ts';

const link = (relation: string, length: number): string =>
  `<https://heritage.test/?q=${'x'.repeat(length)}>; rel="${relation}"`;

describe('the header Link', () => {
  it('contains all links that fit, in their order', () => {
    const links = [link('first', 10), link('next', 20)];
    expect(linkHeader(links)).toEqual({ Link: links.join(', ') });
  });

  it('leaves out the first links if they are too long together, because the last one leads to the next page', () => {
    const links = [link('first', 4000), link('next', 4000)];
    expect(linkHeader(links)).toEqual({ Link: links[1] });
  });

  it('leaves out a link that is too long alone, but not the links before it', () => {
    const links = [link('first', 10), link('next', 9000)];
    expect(linkHeader(links)).toEqual({ Link: links[0] });
  });

  it('is not sent without links', () => {
    expect(linkHeader([])).toEqual({});
    expect(linkHeader([link('next', 9000)])).toEqual({});
  });
});
