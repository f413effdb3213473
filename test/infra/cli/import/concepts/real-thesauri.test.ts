import { globSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { readSkosFile } from '../../../../../infra/cli/import/concepts/read-skos.ts';
import {
  listLabelledConcepts,
  mergeThesauri,
  listUnlabelledConcepts,
  type Thesaurus,
} from '../../../../../infra/cli/import/concepts/thesaurus.ts';
import { findTestData } from '../../../../support/test-data.ts';

/** Counts over all SKOS files that a pattern finds. */
async function summarizeThesauri(folder: string, pattern: string) {
  const files = globSync(`${folder}/${pattern}`);
  const thesaurus = mergeThesauri(await Promise.all(files.map(readSkosFile)));
  const countNodeType = (nodeType: string) =>
    thesaurus.concepts.filter((one) => one.nodeType === nodeType).length;
  return {
    schemes: countNodeType('ConceptScheme'),
    collections: countNodeType('Collection'),
    labelled: listLabelledConcepts(thesaurus).length,
    unlabelled: listUnlabelledConcepts(thesaurus).length,
    values: thesaurus.values.length,
    problems: thesaurus.problems,
    ...countRelations(thesaurus),
  };
}

function countRelations({ relations }: Thesaurus) {
  const count = (type: string) =>
    relations.filter(({ relationType }) => relationType === type).length;
  return {
    narrower: count('narrower'),
    hasTopConcept: count('hasTopConcept'),
    member: count('member'),
    related: count('related'),
  };
}

describe.each([
  [
    'v5demo/pkg/reference_data',
    '*/*',
    {
      schemes: 3,
      collections: 44,
      labelled: 1867,
      unlabelled: 1,
      values: 4634,
      narrower: 1827,
      hasTopConcept: 41,
      member: 1835,
    },
  ],
  // Of the 32,277 values 102 are of the types sortorder, collector, min_year and max_year.
  [
    'her-model/reference_data',
    '*/*',
    {
      schemes: 107,
      collections: 122,
      labelled: 11892,
      unlabelled: 5010,
      values: 32175 + 102,
      narrower: 11544,
      related: 1996,
    },
  ],
  [
    'arches-fixtures/db/schemes',
    '*.rdf.gz',
    { schemes: 1, collections: 42, labelled: 6259, unlabelled: 0 },
  ],
  ['arches-v3sample-pkg/reference_data', '*/*', { schemes: 1, collections: 45, labelled: 1402 }],
  ['fpan-no-ontology/reference_data', '*/*', { schemes: 2, collections: 33, labelled: 1103 }],
  [
    'alizarin-example/reference_data',
    '*.xml',
    { schemes: 1, collections: 2, labelled: 22, member: 23 },
  ],
] as const)('the thesauri of %s', (name, pattern, expected) => {
  const folder = findTestData(name);

  it.skipIf(folder === undefined)(
    'are read without problems, with the expected numbers of concepts and values',
    async () => {
      expect(await summarizeThesauri(folder ?? '', pattern)).toMatchObject({
        ...expected,
        problems: [],
      });
    },
  );
});
