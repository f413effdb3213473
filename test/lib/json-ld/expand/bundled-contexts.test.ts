import { describe, expect, it } from 'vitest';

import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import { namespaces, rdf, rdfs, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { baseUrl, problemsOf, read, detailedProblemsOf } from './reading.ts';

const { crm } = namespaces;
const linkedArt = 'https://linked.art/ns/v1/linked-art.json';

describe('a context URL', () => {
  it.each([
    `${baseUrl}/contexts/heritage.jsonld`,
    'https://www.heritage.test/contexts/heritage.jsonld',
    '/contexts/heritage.jsonld',
    'contexts/heritage.jsonld',
  ])('selects the bundled context of the service: %s', (url) => {
    const document = {
      '@context': url,
      id: '',
      type: 'crm:E27_Site',
      label: 'a',
      value: 'b',
      'aat:1': 'c',
    };
    expect(read(document)).toMatchObject({
      id: `${baseUrl}/`,
      types: [`${crm}E27_Site`],
      properties: [
        { predicate: rdfs.label },
        { predicate: rdf.value },
        { predicate: 'http://vocab.getty.edu/aat/1' },
      ],
    });
  });

  it('may be in a list with inline contexts', () => {
    const context = [`${baseUrl}/contexts/heritage.jsonld`, { name: 'crm:P1_is_identified_by' }];
    expect(read({ '@context': context, name: 'a' }).properties[0]?.predicate).toBe(
      `${crm}P1_is_identified_by`,
    );
  });

  it('may be the context of a property', () => {
    const context = { p: { '@id': 'urn:x:p', '@context': '/contexts/heritage.jsonld' } };
    expect(problemsOf({ '@context': context, p: [{ label: 'a' }, { label: 'b' }] })).toEqual([]);
  });

  it('is never fetched, and is reported as unknown_context in every place if it is unknown', () => {
    const document = {
      '@context': 'https://other.example/context.jsonld',
      name: 'a',
      'http://example.org/p': [
        { '@context': ['https://third.example/c'], other: 'b' },
        { '@context': 'https://other.example/context.jsonld' },
      ],
    };
    expect(problemsOf(document)).toEqual([
      'unknown_context /@context',
      'unknown_context /http:~1~1example.org~1p/0/@context/0',
      'unknown_context /http:~1~1example.org~1p/1/@context',
    ]);
    expect(detailedProblemsOf(document)[0]?.message).toBe(
      'No context is fetched, and "https://other.example/context.jsonld" is not one of the bundled contexts: ' +
        `${baseUrl}/contexts/heritage.jsonld, https://www.heritage.test/contexts/heritage.jsonld, ${linkedArt}, ` +
        'https://linked.art/ns/context/1/full.jsonld, http://linked.art/ns/context/1/full.jsonld. ' +
        'Expand the document, or put the context itself into it.',
    );
  });

  it('is unknown if it is relative and the service has no base URL', () => {
    const expanded = expandDocument({ '@context': '/contexts/heritage.jsonld' }, { baseUrls: [] });
    expect(expanded).toMatchObject({ problems: [{ code: 'unknown_context' }] });
  });
});

describe('the context of Linked Art', () => {
  const mill = {
    '@context': linkedArt,
    id: 'https://heritage.test/resources/1',
    type: 'HumanMadeObject',
    _label: 'The mill wheel',
    classified_as: [
      { id: 'http://vocab.getty.edu/aat/300133025', type: 'Type', part_of: ['urn:x:t'] },
    ],
    identified_by: [
      { type: 'Name', content: 'Wheel', part: [{ type: 'Name', content: 'W' }] },
      { type: 'Identifier', content: '1984.12' },
    ],
    produced_by: {
      type: 'Production',
      timespan: { type: 'TimeSpan', begin_of_the_begin: '1800-01-01T00:00:00Z' },
      carried_out_by: 'https://heritage.test/resources/2',
      part: [{ type: 'Activity', took_place_at: [{ id: 'urn:x:place', type: 'Place' }] }],
    },
    part: [{ type: 'HumanMadeObject' }],
    member_of: [{ id: 'urn:x:set', type: 'Set' }],
    dimension: [{ type: 'Dimension', value: 12.5, unit: 'http://vocab.getty.edu/aat/300379098' }],
    referred_to_by: [{ type: 'LinguisticObject', content: 'Found in the brook.' }],
    attributed_by: [{ type: 'AttributeAssignment', assigned_property: 'made_of' }],
    equivalent: [{ id: 'urn:x:other', type: 'HumanMadeObject' }],
  };

  it('maps its terms to the classes and properties of CIDOC CRM', () => {
    const literal = (value: string, datatype?: string): object =>
      datatype === undefined ? { value } : { value, datatype };
    const property = (predicate: string, ...values: readonly object[]): object => ({
      predicate: predicate.startsWith('http') ? predicate : crm + predicate,
      values,
    });
    const node = (type: string, ...properties: readonly object[]): object => ({
      types: [crm + type],
      properties,
    });
    const name = 'E33_E41_Linguistic_Appellation';
    expect(read(mill)).toMatchObject({
      id: 'https://heritage.test/resources/1',
      types: [`${crm}E22_Human-Made_Object`],
      properties: [
        property(rdfs.label, literal('The mill wheel')),
        property('P2_has_type', {
          id: 'http://vocab.getty.edu/aat/300133025',
          ...node('E55_Type', property(`${namespaces.skos}broader`, { id: 'urn:x:t' })),
        }),
        property(
          'P1_is_identified_by',
          node(
            name,
            property('P190_has_symbolic_content', literal('Wheel')),
            property(
              'P106_is_composed_of',
              node(name, property('P190_has_symbolic_content', literal('W'))),
            ),
          ),
          node('E42_Identifier', property('P190_has_symbolic_content', literal('1984.12'))),
        ),
        property(
          'P108i_was_produced_by',
          node(
            'E12_Production',
            property(
              'P4_has_time-span',
              node(
                'E52_Time-Span',
                property('P82a_begin_of_the_begin', literal('1800-01-01T00:00:00Z', xsd.dateTime)),
              ),
            ),
            property('P14_carried_out_by', { id: 'https://heritage.test/resources/2' }),
            property(
              'P9_consists_of',
              node(
                'E7_Activity',
                property('P7_took_place_at', { id: 'urn:x:place', ...node('E53_Place') }),
              ),
            ),
          ),
        ),
        property('P46_is_composed_of', node('E22_Human-Made_Object')),
        property('https://linked.art/ns/terms/member_of', {
          types: ['https://linked.art/ns/terms/Set'],
        }),
        property(
          'P43_has_dimension',
          node(
            'E54_Dimension',
            property('P90_has_value', literal('12.5', xsd.double)),
            property('P91_has_unit', { id: 'http://vocab.getty.edu/aat/300379098' }),
          ),
        ),
        property(
          'P67i_is_referred_to_by',
          node(
            'E33_Linguistic_Object',
            property('P190_has_symbolic_content', literal('Found in the brook.')),
          ),
        ),
        property(
          'P140i_was_attributed_by',
          node(
            'E13_Attribute_Assignment',
            property('P177_assigned_property_of_type', { id: `${crm}P45_consists_of` }),
          ),
        ),
        property('https://linked.art/ns/terms/equivalent', { id: 'urn:x:other' }),
      ],
    });
  });

  it('distinguishes membership of a group from membership of a set', () => {
    const memberOf = (type: string): string | undefined =>
      read({ '@context': linkedArt, type, member_of: ['urn:x:1'] }).properties[0]?.predicate;
    expect(memberOf('Person')).toBe(`${crm}P107i_is_current_or_former_member_of`);
    expect(memberOf('Set')).toBe('https://linked.art/ns/terms/member_of');
  });

  it('leads to the problem unknown_term for each term that it does not define', () => {
    expect(problemsOf({ ...mill, parts: [], produced_by: { type: 'Making' } })).toEqual([
      'unknown_term /produced_by/type',
      'unknown_term /parts',
    ]);
  });

  it('has its former version at its former URL', () => {
    const document = {
      '@context': 'http://linked.art/ns/context/1/full.jsonld',
      type: 'ManMadeObject',
      label: 'a',
      identified_by: [{ type: 'Identifier', value: 'b' }],
      timespan: { begin_of_the_begin: '1800' },
    };
    expect(read(document)).toMatchObject({
      types: [`${crm}E22_Man-Made_Object`],
      properties: [
        { predicate: rdfs.label },
        { values: [{ types: [`${crm}E42_Identifier`], properties: [{ predicate: rdf.value }] }] },
        { predicate: `${crm}P4_has_time-span` },
      ],
    });
    expect(problemsOf({ ...document, part: [], type: 'HumanMadeObject' })).toEqual([
      'unknown_term /type',
      'unknown_term /part',
    ]);
  });
});
