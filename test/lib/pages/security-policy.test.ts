import { describe, expect, it } from 'vitest';

import { assetSecurityPolicy, pageSecurityPolicy } from '../../../lib/pages/security-policy.ts';

const directives = (policy: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources.join(' ').replaceAll(/'sha256-[^']+'/g, 'hash')];
    }),
  );

describe('the policy of a page', () => {
  it('allows only the style and the script of all pages, and requests to the service', () => {
    expect(directives(pageSecurityPolicy())).toEqual({
      'default-src': "'none'",
      'style-src': 'hash',
      'script-src': 'hash',
      'connect-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it('with a map allows files of the service, its worker, and the hosts of the style', () => {
    const policy = pageSecurityPolicy({ hosts: ['https://tiles.test'] });
    expect(directives(policy)).toMatchObject({
      'style-src': "'self' hash",
      'script-src': "'self' hash",
      'worker-src': "'self'",
      'connect-src': "'self' https://tiles.test",
      'img-src': 'data: blob: https://tiles.test',
    });
  });

  it('with pictures of records allows their host, beside those of a map', () => {
    const pictures = ['https://bucket.test'];
    expect(directives(pageSecurityPolicy({ pictures }))).toMatchObject({
      'connect-src': "'self'",
      'img-src': 'https://bucket.test',
    });
    expect(directives(pageSecurityPolicy({ pictures, hosts: [] }))).toMatchObject({
      'img-src': 'data: blob: https://bucket.test',
    });
  });
});

describe('the policy of a static file', () => {
  it('lets a worker send requests only to the service and the hosts of the style', () => {
    expect(directives(assetSecurityPolicy(['https://tiles.test']))).toEqual({
      'default-src': "'none'",
      'connect-src': "'self' https://tiles.test",
    });
  });
});
