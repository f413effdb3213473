import { describe, expect, it } from 'vitest';

import { robotsWithoutPages, robotsWithPages } from '../../../../lib/serializers/service/robots.ts';

describe('the rules for crawlers', () => {
  it('allow pages, but nothing below them and nothing with a query', () => {
    const pages = ['/', '/graphs', '/resources/{first}', '/sets/{first}/items/{second}'];
    expect(robotsWithPages('https://heritage.test', '', pages)).toBe(`User-agent: *
Allow: /sitemap.xml
Allow: /$
Allow: /graphs$
Allow: /resources/
Disallow: /resources/*/
Disallow: /resources/*?
Allow: /sets/*/items/
Disallow: /sets/*/items/*/
Disallow: /sets/*/items/*?
Disallow: /

Sitemap: https://heritage.test/sitemap.xml
`);
  });

  it('forbid everything if the pages may not be indexed', () => {
    expect(robotsWithoutPages('')).toBe('User-agent: *\nDisallow: /\n');
  });

  it('have the path of the base URL, so that they fit at the root of the host', () => {
    expect(robotsWithPages('https://heritage.test/api', '/api', ['/'])).toBe(`User-agent: *
Allow: /api/sitemap.xml
Allow: /api/$
Disallow: /api/

Sitemap: https://heritage.test/api/sitemap.xml
`);
    expect(robotsWithoutPages('/api')).toBe('User-agent: *\nDisallow: /api/\n');
  });
});
