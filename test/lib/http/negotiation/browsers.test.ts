import { describe, expect, it } from 'vitest';

import { loadOperations } from '../../../../infra/generate/operations.ts';
import { hasDataPage } from '../../../../lib/http/operation.ts';
import { negotiateFormat } from '../../../../lib/http/negotiation/negotiation.ts';

/** What browsers, and readers such as search engines, send for a page. */
const readersOfPages = {
  Chrome:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  Firefox: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'older Firefox': 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
  Safari: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  Edge: 'text/html, application/xhtml+xml, image/jxr, */*;q=0.8',
  Lynx: 'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01',
  Googlebot:
    'text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8',
  Wayback: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

/** What programs send. */
const programs = {
  'curl, wget, python-requests, Postman': '*/*',
  'Go, PHP, OkHttp': undefined,
  'Java 8': 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'Java 21': 'text/html, image/gif, image/jpeg, */*; q=0.2',
  axios: 'application/json, text/plain, */*',
  jQuery: 'application/json, text/javascript, */*; q=0.01',
  HTTPie: 'application/json, */*;q=0.5',
  QGIS: 'application/json',
  'GDAL, OAPIF': 'application/geo+json, application/json',
  rdflib: 'application/rdf+xml,text/rdf+n3;q=0.9,application/xhtml+xml;q=0.5, */*;q=0.1',
  Jena: 'text/turtle,application/n-triples;q=0.9,application/ld+json;q=0.8,application/rdf+xml;q=0.7,*/*;q=0.3',
  'a program that also accepts HTML': 'application/json, application/ld+json, text/html',
};

/** The operations that have data for programs too. */
const operationsWithPage = (await loadOperations())
  .map(({ operation }) => operation)
  .filter(
    (operation) => hasDataPage(operation) && operation.formats?.some((format) => format !== 'html'),
  );

describe.each(operationsWithPage.map((operation) => [operation.id, operation] as const))(
  'the page of %s',
  (_id, { formats, ignoresUnknownAccept }) => {
    const negotiate = (accept: string | undefined) =>
      negotiateFormat(undefined, accept, formats ?? ['json'], ignoresUnknownAccept).format;

    it.each(Object.entries(readersOfPages))('is for %s', (_reader, accept) => {
      expect(negotiate(accept)).toBe('html');
    });

    it.each(Object.entries(programs))('is not for %s', (_program, accept) => {
      expect(negotiate(accept)).not.toBe('html');
    });

    it('is for whoever names it', () => {
      expect(negotiateFormat('html', '*/*', formats ?? ['json']).format).toBe('html');
    });
  },
);

it('A page is the last of the formats, so that only those who prefer it get it', () => {
  expect(operationsWithPage.length).toBeGreaterThan(3);
  for (const { formats } of operationsWithPage) expect(formats?.at(-1)).toBe('html');
});
