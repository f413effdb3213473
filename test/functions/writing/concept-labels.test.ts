import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { baseUrl } from '../../support/service.ts';
import { crm } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { elm, examples, nodeOf, oak, specimen, woods } from './every-datatype.ts';
import { openMillsWith } from './mills-with-model.ts';
import type { Mills } from './mills.ts';

const labels = {
  french: id(1911),
  germanAlternative: id(1912),
  german: id(1913),
  british: id(1914),
  americanAlternative: id(1915),
  american: id(1916),
};
const label = (kind: string, language: string, valueId: string, text: string): string =>
  `<skos:${kind} xml:lang="${language}">{"id": "${valueId}", "value": "${text}"}</skos:${kind}>`;

/** A thesaurus in which the labels of oak in the default language have the highest ids. */
const thesaurus = `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://thesaurus.test/${oak.conceptId}">
    ${label('prefLabel', 'fr', labels.french, 'chêne')}
    ${label('altLabel', 'de', labels.germanAlternative, 'Eichenholz')}
    ${label('prefLabel', 'de', labels.german, 'Eiche')}
    ${label('prefLabel', 'en-GB', labels.british, 'oak')}
    ${label('altLabel', 'en-US', labels.americanAlternative, 'oak wood')}
    ${label('prefLabel', 'en-US', labels.american, 'oak')}
  </skos:Concept>
  <skos:Concept rdf:about="http://thesaurus.test/${elm.conceptId}">
    ${label('prefLabel', 'en-US', elm.valueId, 'elm')}
  </skos:Concept>
  <skos:Collection rdf:about="http://thesaurus.test/${woods}">
    <skos:member rdf:resource="http://thesaurus.test/${oak.conceptId}"/>
    <skos:member rdf:resource="http://thesaurus.test/${elm.conceptId}"/>
  </skos:Collection>
</rdf:RDF>`;

const rdfsLabel = 'http://www.w3.org/2000/01/rdf-schema#label';
const text = (value: string, language?: string) =>
  language === undefined ? { '@value': value } : { '@value': value, '@language': language };
const allPreferredLabels = [
  text('chêne', 'fr'),
  text('Eiche', 'de'),
  text('oak', 'en-GB'),
  text('oak', 'en-US'),
];

let mills: Mills;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
});

afterAll(async () => mills?.service.close());

const propertyOf = (datatype: string): string =>
  crm(`P${500 + examples.findIndex((example) => example.datatype === datatype)}_has_${datatype}`);

const documentWith = (datatype: string, labelsOfOak: readonly unknown[]) => ({
  [propertyOf(datatype)]: {
    '@id': `${baseUrl}/concepts/${oak.conceptId}`,
    [rdfsLabel]: labelsOfOak,
  },
});

const headers = { 'Content-Type': 'application/ld+json; profile=linked' };
const storedSchema = z.object({
  tiles: z.array(z.object({ data: z.record(z.string(), z.unknown()) })),
});

/** Sends a document, and returns what is stored of the concepts in it. */
async function store(
  datatype: string,
  document: unknown,
  resourceId?: string,
): Promise<{ readonly resourceId: string; readonly stored: unknown }> {
  const [method, path] =
    resourceId === undefined
      ? ['POST', '/resources/specimen']
      : ['PUT', `/resources/specimen/${resourceId}`];
  const response = await mills.writers.reviewer.sendRequest(method, path, document, headers);
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  const newId = z.object({ '@id': z.string() }).parse(JSON.parse(body))['@id'].split('/').at(-1);
  const { tiles } = storedSchema.parse(
    await mills.writers.reviewer.read(`/resources/${newId}?format=service-json`),
  );
  return { resourceId: newId ?? '', stored: tiles[0]?.data[nodeOf(datatype)] };
}

describe.each(['concept', 'concept-list'])('a document names a concept for a %s', (datatype) => {
  const valueOf = (valueId: string): unknown => (datatype === 'concept' ? valueId : [valueId]);

  it.each([
    ['the default language among all preferred labels', allPreferredLabels, labels.american],
    ['the default language, in any order', allPreferredLabels.toReversed(), labels.american],
    [
      'a variety of the default language if the default is not given',
      allPreferredLabels.slice(0, 3),
      labels.british,
    ],
    ['the default language, if the label has no language', [text('oak')], labels.american],
    ['the only language that is given', [text('chêne', 'fr')], labels.french],
    [
      'the first language of the alphabet, without the default',
      allPreferredLabels.slice(0, 2),
      labels.german,
    ],
    [
      'the preferred label of a language before the other',
      [text('Eichenholz', 'de'), text('Eiche', 'de')],
      labels.german,
    ],
    [
      'the default language, even if the label is not preferred',
      [text('chêne', 'fr'), text('oak wood', 'en-US')],
      labels.americanAlternative,
    ],
    ['the default language, if no label matches', [text('Quercus', 'la')], labels.american],
    ['the default language, without labels', [], labels.american],
  ])('with the label of %s', async (_, labelsOfOak, expected) => {
    const { stored } = await store(datatype, documentWith(datatype, labelsOfOak));
    expect(stored).toEqual(valueOf(expected));
  });

  it('with the stored label, if it is among those of the document', async () => {
    const { resourceId, stored } = await store(
      datatype,
      documentWith(datatype, [text('chêne', 'fr')]),
    );
    expect(stored).toEqual(valueOf(labels.french));
    expect(await store(datatype, documentWith(datatype, allPreferredLabels), resourceId)).toEqual({
      resourceId,
      stored: valueOf(labels.french),
    });
  });
});
