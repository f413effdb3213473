import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { RdfFormatName } from '../../../lib/rdf/formats.ts';
import { parseStatements } from '../../lib/rdf/outside-parsers.ts';
import { openSampleService, runStatement } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

const container = z.object({ 'ldp:contains': z.array(z.string()) });
const ldp = 'http://www.w3.org/ns/ldp#';

describe('GET /resources/ as linked data', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  const get = (query = '', headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(`/resources/${query}`, { headers });

  it.each([
    ['application/json', 'application/json'],
    ['application/ld+json', 'application/ld+json'],
    ['text/turtle', 'text/turtle; charset=utf-8'],
    ['application/n-triples', 'application/n-triples'],
    ['text/html, */*;q=0.1', 'text/html; charset=utf-8'],
  ])('answers Accept: %s with the right content type', async (accept, expected) => {
    expect((await get('', { Accept: accept })).headers.get('content-type')).toBe(expected);
  });

  it.each<[RdfFormatName, string]>([
    ['turtle', 'text/turtle'],
    ['n-triples', 'application/n-triples'],
  ])('is an ldp:BasicContainer with the same ids as in JSON: %s', async (format, mediaType) => {
    const response = await get('?limit=7', { Accept: mediaType });
    const statements = await parseStatements(format, await response.text());
    const { 'ldp:contains': contained } = container.parse(
      await service.fetchJson('/resources/?limit=7'),
    );
    const subject = `<${baseUrl}/resources/>`;
    expect(contained).toHaveLength(7);
    expect(statements).toEqual(
      [
        `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${ldp}BasicContainer> .`,
        ...contained.map((uri) => `${subject} <${ldp}contains> <${uri}> .`),
      ].toSorted(),
    );
  });

  it('has its LDP types in the header Link', async () => {
    const link = (await get('?limit=7', { Accept: 'text/turtle' })).headers.get('link') ?? '';
    expect(link).toContain(`<${ldp}BasicContainer>; rel="type"`);
    expect(link).toContain(`<${ldp}Resource>; rel="type"`);
    expect(link).toContain('rel="next"');
  });

  it('links to the next page in the same format', async () => {
    const next = /<([^>]+)>; rel="next"/.exec(
      (await get('?limit=7&format=turtle')).headers.get('link') ?? '',
    );
    const response = await service.fetch((next?.[1] ?? '').slice(baseUrl.length));
    expect(response.headers.get('content-type')).toBe('text/turtle; charset=utf-8');
  });

  it('is an empty container if the page is empty', async () => {
    const text = await (await get('?page=9999', { Accept: 'text/turtle' })).text();
    expect(await parseStatements('turtle', text)).toHaveLength(1);
  });

  it('is a 304 for the ETag of the page until the page changes', async () => {
    const etag = (await get('?limit=7')).headers.get('etag') ?? '';
    expect((await get('?limit=7', { 'If-None-Match': etag })).status).toBe(304);
    expect((await get('?limit=8', { 'If-None-Match': etag })).status).toBe(200);
    expect((await get('?limit=7&indent=1', { 'If-None-Match': etag })).status).toBe(200);
    await runStatement(
      service,
      `delete from resource
       where resource_id = (select min(r.resource_id::text)::uuid from resource r)`,
    );
    expect((await get('?limit=7', { 'If-None-Match': etag })).status).toBe(200);
  });
});
