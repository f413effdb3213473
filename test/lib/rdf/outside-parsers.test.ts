import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rdfFormats } from '../../../lib/serializers/rdf/rdf-formats.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { runCount } from '../../support/random/run-count.ts';
import { createSyntheticResource } from '../../support/synthetic-resource.ts';
import { arbitraryTree, arbitraryTreeForXml } from './arbitrary-tree.ts';
import {
  expectSameGraph,
  expectSameGraphs,
  expectSameGraphInOneDocument,
} from './outside-parsers.ts';

describe('the formats of RDF', () => {
  it('give the same statements for any tree with every JavaScript parser', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTreeForXml, async (root) => {
        await expect(expectSameGraph(root)).resolves.toBeUndefined();
      }),
      runCount(100, 35),
    );
  });

  it('can contain every character, except in RDF/XML', async () => {
    const formatsWithoutXml = rdfFormatNames.filter((format) => format !== 'xml');
    await fc.assert(
      fc.asyncProperty(arbitraryTree, async (root) => {
        await expect(expectSameGraph(root, formatsWithoutXml)).resolves.toBeUndefined();
      }),
      runCount(100, 35),
    );
  });

  it('give the same statements for a synthetic resource instance with every JavaScript parser and with rapper', async () => {
    await expect(expectSameGraphs([createSyntheticResource(12)])).resolves.toBeUndefined();
  });

  it('give the same statements for any tree with rapper as the parser of the RDF/XML', async () => {
    await expect(
      expectSameGraphs(fc.sample(arbitraryTreeForXml, runCount(100, 35))),
    ).resolves.toBeUndefined();
  });

  it('give the same statements for many nodes in one document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryTreeForXml, { maxLength: 5 }), async (roots) => {
        await expect(expectSameGraphInOneDocument(roots)).resolves.toBeUndefined();
      }),
      runCount(50, 15),
    );
  });

  it.each(rdfFormatNames)('have equal documents for equal trees: %s', (format) => {
    const { write } = rdfFormats[format];
    fc.assert(
      fc.property(arbitraryTreeForXml, (root) => {
        expect(write(structuredClone(root))).toBe(write(root));
      }),
      runCount(100, 35),
    );
  });
});
