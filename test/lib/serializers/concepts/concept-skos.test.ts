import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';

import { localName } from '../../../../lib/model/concepts/skos-terms.ts';
import { rdfFormats } from '../../../../lib/serializers/rdf/rdf-formats.ts';
import { everything, rdfOf, thesaurus } from './concept-graph.ts';

/** The relations in a concept document, as an external parser reads them: `mill narrower watermill`. */
async function relations(
  drawn: ReturnType<typeof thesaurus>,
  id: string,
): Promise<readonly string[]> {
  const text = await rdfOf(drawn, id, everything, rdfFormats.turtle);
  return new Parser()
    .parse(text)
    .filter(({ object }) => object.value.startsWith(`${everything.baseUrl}/concepts/`))
    .map(({ subject, predicate, object }) =>
      [subject, predicate, object].map(({ value }) => localName(value)).join(' '),
    )
    .toSorted();
}

describe('the hierarchy of a concept as SKOS', () => {
  it('is stated from both ends', async () => {
    expect(await relations(thesaurus([['mill', 'narrower', 'watermill']]), 'mill')).toEqual([
      'mill narrower watermill',
      'watermill broader mill',
    ]);
  });

  it('has top concepts below a scheme, whatever relation the file uses', async () => {
    expect(await relations(thesaurus([['scheme', 'narrower', 'mill']]), 'scheme')).toEqual([
      'mill topConceptOf scheme',
      'scheme hasTopConcept mill',
    ]);
  });

  it('has top concepts only below a scheme', async () => {
    expect(
      await relations(thesaurus([['mill', 'hasTopConcept', 'watermill']]), 'watermill'),
    ).toEqual(['watermill broader mill']);
  });
});
