import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import type { DatabaseContent } from '../../support/database/content.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { testPackages } from '../../support/test-packages.ts';
import { concept } from './thesaurus.ts';

const minimumCounts: Readonly<Partial<Record<DatabaseContent, number>>> = {
  sample: 50,
  v5demo: 1000,
};

const idsIn = (found: ConceptObject): readonly string[] => [
  found.id,
  ...found.subconcepts.flatMap((child) => idsIn(child)),
];

describe.each(testPackages)('GET /rdm/concepts/{id} on $name', ({ content }) => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService(content);
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  const conceptIds = async (nodeType: string): Promise<readonly string[]> => {
    const rows = await service.stack.dataApi.read(
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
    expect(shownIds.size).toBeGreaterThan(minimumCounts[content] ?? 0);
  });

  it('leads from a concept up to a scheme', async () => {
    const sampleIds = takeSample((await conceptIds('Concept')).toSorted(), 20);
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
