import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';

import { localName } from '../../../../lib/model/concepts/skos-terms.ts';
import { rdfFormats } from '../../../../lib/serializers/rdf/rdf-formats.ts';
import { allOptions, writeConceptRdf, createThesaurus } from './concept-graph.ts';

/** The relations in a concept document, as an external parser reads them: `mill narrower watermill`. */
async function readRelations(
  thesaurus: ReturnType<typeof createThesaurus>,
  id: string,
  depthLimit?: number,
): Promise<readonly string[]> {
  const options = { ...allOptions, depthLimit };
  const text = await writeConceptRdf(thesaurus, id, options, rdfFormats.turtle);
  return new Parser()
    .parse(text)
    .filter(({ object }) => object.value.startsWith(`${allOptions.baseUrl}/concepts/`))
    .map(({ subject, predicate, object }) =>
      [subject, predicate, object].map(({ value }) => localName(value)).join(' '),
    )
    .toSorted();
}

describe('the hierarchy of a concept as SKOS', () => {
  it('is written for both concepts of a relation', async () => {
    expect(
      await readRelations(createThesaurus([['mill', 'narrower', 'watermill']]), 'mill'),
    ).toEqual(['mill narrower watermill', 'watermill broader mill']);
  });

  it('has top concepts below a scheme, even if the file uses the relation narrower', async () => {
    expect(
      await readRelations(createThesaurus([['scheme', 'narrower', 'mill']]), 'scheme'),
    ).toEqual(['mill topConceptOf scheme', 'scheme hasTopConcept mill']);
  });

  it('has top concepts only below a scheme', async () => {
    expect(
      await readRelations(createThesaurus([['mill', 'hasTopConcept', 'watermill']]), 'watermill'),
    ).toEqual(['watermill broader mill']);
  });

  it('ends at the depth limit, if more levels were read', async () => {
    const chain = createThesaurus([
      ['machine', 'narrower', 'mill'],
      ['mill', 'narrower', 'watermill'],
      ['watermill', 'narrower', 'tide mill'],
    ]);
    expect(await readRelations(chain, 'machine', 2)).toEqual([
      'machine narrower mill',
      'mill broader machine',
      'mill narrower watermill',
      'watermill broader mill',
    ]);
  });
});
