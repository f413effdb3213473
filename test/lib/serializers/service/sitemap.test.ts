import { describe, expect, it } from 'vitest';

import { nilUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import { sitemapIndex, sitemapPart } from '../../../../lib/serializers/service/sitemap.ts';

const id = parseResourceId('3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f');
const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

describe('a sitemap', () => {
  it('has an index with the first part, and a part after each boundary', () => {
    expect(sitemapIndex('https://heritage.test', [id]))
      .toBe(`${start}<sitemapindex xmlns="${namespace}">
<sitemap><loc>https://heritage.test/sitemap.xml?after=${nilUuid}</loc></sitemap>
<sitemap><loc>https://heritage.test/sitemap.xml?after=${id}</loc></sitemap>
</sitemapindex>
`);
  });

  it('has the landing page only in the first part', () => {
    expect(sitemapPart('https://heritage.test', [], { isFirst: true }))
      .toBe(`${start}<urlset xmlns="${namespace}">
<url><loc>https://heritage.test/</loc></url>
</urlset>
`);
    expect(sitemapPart('https://heritage.test', [id], { isFirst: false }))
      .toBe(`${start}<urlset xmlns="${namespace}">
<url><loc>https://heritage.test/resources/${id}</loc></url>
</urlset>
`);
  });

  it('escapes the base URL', () => {
    expect(sitemapIndex('https://heritage.test/a&b', [])).toContain(
      '<loc>https://heritage.test/a&amp;b/sitemap.xml?after=',
    );
    expect(sitemapPart('https://heritage.test/a&b', [id], { isFirst: false })).toContain(
      `<loc>https://heritage.test/a&amp;b/resources/${id}</loc>`,
    );
  });

  it('has parts of 20,000 records that fit into a response of Lambda, with a base URL of 200 characters', () => {
    const ids = Array.from({ length: 20_000 }, () => id);
    const part = sitemapPart(`https://${'heritage.'.repeat(21)}test`, ids, { isFirst: true });
    expect(Buffer.byteLength(part)).toBeLessThan(6 * 1024 * 1024);
  });
});
