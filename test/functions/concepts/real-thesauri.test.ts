import { globSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { samplePackageFolder } from '../../../infra/local/sample/paths.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { findTestData } from '../../support/test-data.ts';
import { concept } from './thesaurus.ts';

const demo = findTestData('v5demo/pkg');

const thesauri = [
  { name: 'the sample', folder: samplePackageFolder, minimumCount: 50 },
  ...(demo === undefined ? [] : [{ name: 'the demo package', folder: demo, minimumCount: 1000 }]),
];

const idsIn = (found: ConceptObject): readonly string[] => [
  found.id,
  ...found.subconcepts.flatMap((child) => idsIn(child)),
];

describe.each(thesauri)('GET /rdm/concepts/{id} on $name', ({ folder, minimumCount }) => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService();
    await importConcepts(globSync(`${folder}/reference_data/concepts/*`), service.importContext);
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  const conceptIds = async (nodeType: string): Promise<readonly string[]> => {
    const rows = await service.stack.data.read(
      rawSql(`select c.concept_id::text from concept c where c.node_type = '${nodeType}'`),
    );
    return rows.map(([id]) => String(id));
  };

  it('shows every concept below its scheme', async () => {
    const shownIds = new Set<string>();
    for (const scheme of await conceptIds('ConceptScheme')) {
      const document = concept.parse(
        await service.fetchJson(`/rdm/concepts/${scheme}?format=json`),
      );
      for (const id of idsIn(document)) shownIds.add(id);
    }
    const missing = (await conceptIds('Concept')).filter((id) => !shownIds.has(id));
    expect(missing).toStrictEqual([]);
    expect(shownIds.size).toBeGreaterThan(minimumCount);
  });

  it('leads from a concept up to a scheme', async () => {
    const sampleIds = (await conceptIds('Concept')).toSorted().slice(0, 100);
    for (const id of sampleIds) {
      let found = concept.parse(
        await service.fetchJson(`/rdm/concepts/${id}?format=json&includesubconcepts=false`),
      );
      for (let parent = found.parentconcepts[0]; parent; parent = found.parentconcepts[0]) {
        found = parent;
      }
      expect(found.nodetype).toBe('ConceptScheme');
    }
  });
});
