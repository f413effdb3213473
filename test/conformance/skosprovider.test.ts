import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exportConcepts } from '../../infra/cli/export/concepts/export-concepts.ts';
import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { hasSkosprovider, readWithSkosprovider } from '../support/skosprovider.ts';
import { withTextFile } from '../support/temporary-file.ts';

/** A thesaurus that contains each relation in only one of its two directions. */
const millsThesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix ex: <http://example.org/> .
ex:mills a skos:ConceptScheme ; dcterms:title "Mills"@en, "Moulins"@fr .
ex:mill a skos:Concept ; skos:prefLabel "mill"@en ; skos:topConceptOf ex:mills ; skos:narrower ex:windmill .
ex:windmill a skos:Concept ; skos:prefLabel "windmill"@en ; skos:related ex:sail .
ex:post-mill a skos:Concept ; skos:prefLabel "post mill"@en ; skos:broader ex:windmill .
ex:sail a skos:Concept ; skos:prefLabel "sail"@en ; skos:inScheme ex:mills .
`;

const schemes = z.array(
  z.object({
    id: z.string(),
    nodetype: z.string(),
    values: z.array(z.object({ value: z.string() })),
  }),
);
const scheme = z.object({
  legacyoid: z.string(),
  subconcepts: z.array(z.object({ legacyoid: z.string() })),
});

describe.skipIf(!hasSkosprovider)('skosprovider, for an export with plain literals,', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService('sample');
    await withTextFile('mills.ttl', millsThesaurus, (file) =>
      importConcepts([file], service.importContext),
    );
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  it('reads the same labels and top concepts of each scheme as the HTTP API returns', async () => {
    const parts = exportConcepts(service.stack.dataApi, {
      roots: null,
      format: 'turtle',
      literals: 'plain',
      baseUrl: 'https://heritage.test',
    });
    const turtle = (await Array.fromAsync(parts)).join('');
    const listedSchemes = schemes.parse(
      await service.fetchJson('/rdm/concepts?nodetype=ConceptScheme'),
    );
    expect(listedSchemes.length).toBeGreaterThan(1);
    for (const { id, values } of listedSchemes) {
      const schemeDocument = scheme.parse(
        await service.fetchJson(`/rdm/concepts/${id}?format=json&depthlimit=1`),
      );
      const schemeInExport = await readWithSkosprovider(turtle, schemeDocument.legacyoid);
      expect(schemeInExport.top).toEqual(
        schemeDocument.subconcepts.map(({ legacyoid }) => legacyoid).toSorted(),
      );
      expect(new Set(schemeInExport.labels)).toEqual(new Set(values.map(({ value }) => value)));
      for (const [concept, related] of Object.entries(schemeInExport.related)) {
        expect(
          related.filter((other) => !schemeInExport.related[other]?.includes(concept)),
        ).toEqual([]);
      }
    }
  });
});
