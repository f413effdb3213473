import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';

import { ontologyIri, toIri } from '../../../lib/rdf/iri.ts';

describe('the IRI of an address', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    [' https://example.org/old mill ', 'https://example.org/old%20mill'],
    ['https://example.org/%C3%A9/é', 'https://example.org/%C3%A9/é'],
    ['https://example.org/100%', 'https://example.org/100%25'],
    ['https://example.org/a[1]?b[]=2', 'https://example.org/a%5B1%5D?b%5B%5D=2'],
    ['http://[::1]:3000/a', 'http://[::1]:3000/a'],
    ['https://example.org/#a#b', 'https://example.org/#a%23b'],
    ['https://example.org/<"{|}\\^`>', 'https://example.org/%3C%22%7B%7C%7D%5C%5E%60%3E'],
    ['http://exa[mple/x', 'http://exa%5Bmple/x'],
    ['http://[/', 'http://%5B/'],
    ['http://[x]/', 'http://%5Bx%5D/'],
    ['http://host:port/', 'http://host%3Aport/'],
    ['http://host:80/', 'http://host:80/'],
    ['http://me@host:80/', 'http://me@host:80/'],
    ['urn:example:a b', 'urn:example:a%20b'],
    ['https://example.org/\ud800', 'https://example.org/%EF%BF%BD'],
  ])('%s is %s', (address, expected) => {
    expect(toIri(address)).toBe(expected);
  });

  it('is accepted by an outside parser, for any path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = `<${toIri(`https://example.org/${text}`)}> <urn:p:p> <urn:o:o> .`;
        expect(oxigraph.parse(line, { format: 'application/n-triples' })).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });

  it('is accepted by an outside parser, for any host', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '1', 'f', 'é', '.', ':', '@', '[', ']', '%', '-', ' ', '\\'),
        }),
        (text) => {
          const line = `<${toIri(`http://${text}/x`)}> <urn:p:p> <urn:o:o> .`;
          expect(oxigraph.parse(line, { format: 'application/n-triples' })).toHaveLength(1);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('is unchanged if it is converted again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const iri = toIri(`https://example.org/${text}`);
        expect(toIri(iri)).toBe(iri);
      }),
    );
  });
});

describe('the IRI of a class or property', () => {
  it('is a fragment of the URI of its model if it is only a name', () => {
    expect(ontologyIri('P1 is', 'https://heritage.test/graph/g')).toBe(
      'https://heritage.test/graph/g#P1%20is',
    );
    expect(ontologyIri('http://example.org/P1', 'https://heritage.test/graph/g')).toBe(
      'http://example.org/P1',
    );
  });
});
