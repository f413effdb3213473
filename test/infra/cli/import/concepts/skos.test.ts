import { describe, expect, it } from 'vitest';

import { parseRdfXml } from '../../../../../infra/cli/import/rdf/rdf-xml.ts';
import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { readSkos } from '../../../../../infra/cli/import/concepts/read-skos.ts';
import { mergeThesauri } from '../../../../../infra/cli/import/concepts/thesaurus.ts';
import { resourceDatatype } from '../../../../../lib/model/concepts/skos-terms.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const uri = (number: number) => `http://host/${id(number)}`;

async function* rdf(content: string) {
  yield `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:skos="http://www.w3.org/2004/02/skos/core#" xmlns:dcterms="http://purl.org/dc/terms/"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
    xmlns:skosxl="http://www.w3.org/2008/05/skos-xl#" xmlns:local="http://host/">${content}</rdf:RDF>`;
}

const read = (content: string) => readSkos(parseRdfXml(rdf(content)));

function concept(number: number, content: string): string {
  return `<skos:Concept rdf:about="${uri(number)}">${content}</skos:Concept>`;
}

describe('a concept', () => {
  it('has the UUID at the end of its URI as its id, for any host', () => {
    expect(conceptIdFromUri(`http://one/${id(1)}`)).toBe(id(1));
    expect(conceptIdFromUri(`https://two.org/rdm/${id(10).toUpperCase()}/`)).toBe(id(10));
  });

  it('with any other URI has an id that is computed from the URI', () => {
    expect(conceptIdFromUri('http://vocab.getty.edu/aat/300054216')).toBe(
      conceptIdFromUri('http://vocab.getty.edu/aat/300054216'),
    );
    expect(conceptIdFromUri('http://vocab.getty.edu/aat/300054216')).not.toBe(
      conceptIdFromUri('http://vocab.getty.edu/aat/1'),
    );
  });

  it('keeps its URI', async () => {
    const { concepts } = await read(concept(1, '<skos:prefLabel>Mill</skos:prefLabel>'));
    expect(concepts).toEqual([
      {
        conceptId: id(1),
        nodeType: 'Concept',
        legacyId: uri(1),
        isClassStated: true,
        isOrdered: false,
        isDescribed: true,
      },
    ]);
  });

  it('to which the file only refers is created, but not marked as described', async () => {
    const { concepts } = await read(concept(1, `<skos:narrower rdf:resource="${uri(2)}"/>`));
    expect(concepts).toMatchObject([
      { conceptId: id(1), isDescribed: true },
      { conceptId: id(2), isDescribed: false },
    ]);
  });
});

describe('a value', () => {
  it('has the id in its JSON text', async () => {
    const label = `<skos:prefLabel xml:lang="en-US">{"id": "${id(7)}", "value": "\\u00c9glise"}</skos:prefLabel>`;
    expect((await read(concept(1, label))).values).toEqual([
      {
        valueId: id(7),
        conceptId: id(1),
        valueType: 'prefLabel',
        language: 'en-US',
        text: 'Église',
        predicate: null,
        datatype: null,
        hasIdInFile: true,
      },
    ]);
  });

  it('of plain text has an id computed from concept, type, language and text', async () => {
    const labels = [
      '<skos:altLabel xml:lang="en">Mill</skos:altLabel>',
      '<skos:altLabel xml:lang="de">Mill</skos:altLabel>',
    ];
    const first = await read(concept(1, labels.join('')));
    const second = await read(concept(1, labels.toReversed().join('')));
    expect(new Set(first.values.map(({ valueId }) => valueId)).size).toBe(2);
    expect(second.values.toReversed()).toEqual(first.values);
  });

  it('has its whole text if the text looks like JSON, but has no member "value"', async () => {
    const { values } = await read(
      concept(
        1,
        '<skos:note>{"id": 1}</skos:note><skos:note>{x}</skos:note><skos:note>7</skos:note>',
      ),
    );
    expect(values.map(({ text }) => text)).toEqual(['{"id": 1}', '{x}', '7']);
  });

  it.each(['{"value": "x"}', '{"id": "", "value": "x"}', '{"id": 7, "value": "x"}'])(
    'of the JSON text %s has its text and a computed id',
    async (json) => {
      const plainText = await read(concept(1, '<skos:note>x</skos:note>'));
      const { values } = await read(concept(1, `<skos:note>${json}</skos:note>`));
      expect(values).toEqual(plainText.values);
      expect(values).toMatchObject([{ text: 'x' }]);
    },
  );

  it('may lack a language', async () => {
    expect((await read(concept(1, '<skos:prefLabel>Mill</skos:prefLabel>'))).values).toMatchObject([
      { language: null },
    ]);
  });

  it.each([
    ['dcterms:title', 'prefLabel'],
    ['dcterms:description', 'scopeNote'],
    ['dcterms:identifier', 'identifier'],
    ['local:sortorder', 'sortorder'],
    ['local:min_year', 'min_year'],
    ['skos:hiddenLabel', 'hiddenLabel'],
  ])('of %s has the type %s', async (property, type) => {
    const { values } = await read(concept(1, `<${property}>7</${property}>`));
    expect(values.map(({ valueType }) => valueType)).toEqual([type]);
  });

  it('whose id has two different texts keeps the first text, with a warning', async () => {
    const label = (text: string) =>
      `<skos:altLabel>{"id": "${id(7)}", "value": "${text}"}</skos:altLabel>`;
    const { values, problems } = await read(concept(1, label('a') + label('b')));
    expect(values.map(({ text }) => text)).toEqual(['a']);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'duplicate_value', record: id(1) },
    ]);
  });
});

describe('a second value with the same id', () => {
  const label = (type: string, language: string) =>
    `<skos:${type}${language}>{"id": "${id(7)}", "value": "Mill"}</skos:${type}>`;

  it.each([
    ['type', label('altLabel', ' xml:lang="en"')],
    ['language', label('prefLabel', ' xml:lang="de"')],
  ])('and another %s is stored under an id of its own, with a warning', async (_, second) => {
    const first = label('prefLabel', ' xml:lang="en"');
    const { values, problems } = await read(concept(1, first + second));
    expect(values.map(({ text }) => text)).toEqual(['Mill', 'Mill']);
    expect(values[0]).toMatchObject({ valueId: id(7), valueType: 'prefLabel', language: 'en' });
    expect(values[1]?.valueId).not.toBe(id(7));
    expect(problems).toMatchObject([{ severity: 'warning', code: 'shared_value_id' }]);
  });

  it('and another type is stored when files are merged', async () => {
    const { values, problems } = mergeThesauri([
      await read(concept(1, label('prefLabel', ''))),
      await read(concept(1, label('altLabel', ''))),
    ]);
    expect(values.map(({ valueType }) => valueType)).toEqual(['prefLabel', 'altLabel']);
    expect(problems).toMatchObject([{ code: 'shared_value_id' }]);
  });

  it('is merged with the first value if only one of the two has a language, in any order', async () => {
    const labels = [label('prefLabel', ''), label('prefLabel', ' xml:lang="en"')];
    for (const order of [labels, labels.toReversed()]) {
      const { values, problems } = await read(concept(1, order.join('')));
      expect(values).toMatchObject([{ valueId: id(7), language: 'en' }]);
      expect(problems).toEqual([]);
    }
  });
});

describe('an rdfs:label', () => {
  const conceptWithLabels = (prefLabel: string) =>
    concept(1, `<rdfs:label xml:lang="en">Mill</rdfs:label>${prefLabel}`);

  it('becomes the prefLabel if the concept has no skos:prefLabel in that language', async () => {
    const { values } = await read(
      conceptWithLabels('<skos:prefLabel xml:lang="de">Rad</skos:prefLabel>'),
    );
    expect(values.map(({ valueType, text }) => [valueType, text])).toEqual([
      ['prefLabel', 'Rad'],
      ['prefLabel', 'Mill'],
    ]);
  });

  it('has the type label if there is a skos:prefLabel in that language', async () => {
    const { values } = await read(
      conceptWithLabels('<skos:prefLabel xml:lang="en">Wheel</skos:prefLabel>'),
    );
    expect(values.map(({ valueType, text }) => [valueType, text])).toEqual([
      ['prefLabel', 'Wheel'],
      ['label', 'Mill'],
    ]);
  });
});

describe('a node that is not a concept', () => {
  it.each([
    ['skos:definition', 'rdf:value', 'definition'],
    ['skosxl:prefLabel', 'skosxl:literalForm', 'prefLabel'],
  ])(
    'that is the object of %s becomes a value of the concept, with the text of its %s',
    async (property, text, valueType) => {
      const node = `<${property} rdf:parseType="Resource"><${text} xml:lang="en">A mill</${text}></${property}>`;
      const { concepts, values, problems } = await read(concept(1, node));
      expect(concepts.map(({ conceptId }) => conceptId)).toEqual([id(1)]);
      expect(values).toMatchObject([
        { conceptId: id(1), valueType, language: 'en', text: 'A mill' },
      ]);
      expect(problems).toEqual([]);
    },
  );

  it('is reported if it has neither a URI nor a text', async () => {
    const node =
      '<dcterms:creator rdf:parseType="Resource"><foaf:name>A</foaf:name></dcterms:creator>';
    const { concepts, values, problems } = await read(concept(1, node));
    expect(concepts).toHaveLength(1);
    expect(values).toEqual([]);
    expect(problems).toMatchObject([{ code: 'unknown_statement', record: id(1) }]);
  });

  it('is reported if it is a concept without a URI', async () => {
    const { concepts, problems } = await read(
      '<skos:Concept><skos:prefLabel>Mill</skos:prefLabel></skos:Concept>',
    );
    expect(concepts).toEqual([]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unnamed_concept' }]);
  });

  it('is ignored if it is described in other vocabularies, with one warning for all such nodes', async () => {
    const person = `<foaf:Person rdf:about="${uri(2)}"><foaf:name>A</foaf:name><rdfs:label>A</rdfs:label></foaf:Person>`;
    const book = `<foaf:Document rdf:about="${uri(3)}"><dcterms:title>B</dcterms:title></foaf:Document>`;
    expect(await read(person + book)).toMatchObject({
      concepts: [],
      values: [],
      relations: [],
      problems: [{ severity: 'warning', code: 'no_concept' }],
    });
  });

  it.each(['skos:altLabel', 'dcterms:title'])(
    'becomes a concept if it has %s',
    async (property) => {
      const { concepts } = await read(
        `<rdf:Description rdf:about="${uri(1)}"><${property}>Mill</${property}></rdf:Description>`,
      );
      expect(concepts).toMatchObject([{ conceptId: id(1), nodeType: 'Concept' }]);
    },
  );
});

describe('a property of the service itself', () => {
  it.each([
    ['100%25', '100%x'],
    ['100%', '100%x'],
    ['%FF', '%FFx'],
    ['%00', '%00x'],
  ])(
    '%s names the type of a value, as it is written if it is no sound escape',
    async (name, type) => {
      const note = `<own:x xmlns:own="http://host/rdm/concepts#${name}">Note</own:x>`;
      const { values, problems } = await read(concept(1, note));
      expect(problems).toEqual([]);
      expect(values).toMatchObject([{ valueType: type, text: 'Note' }]);
    },
  );
});

describe('a list of members', () => {
  const list = (...items: readonly string[]) =>
    `<skos:OrderedCollection rdf:about="${uri(1)}"><skos:memberList rdf:parseType="Collection">${items
      .map((item) => `<rdf:Description${item}/>`)
      .join('')}</skos:memberList></skos:OrderedCollection>`;
  const item = (number: number) => ` rdf:about="${uri(number)}"`;

  it('has the position of each member', async () => {
    const { concepts, relations, problems } = await read(list(item(3), item(2)));
    expect(concepts[0]).toMatchObject({ nodeType: 'Collection', isOrdered: true });
    expect(relations).toMatchObject([
      { toId: id(3), relationType: 'member', isStated: false, position: 0 },
      { toId: id(2), position: 1 },
    ]);
    expect(problems).toEqual([]);
  });

  it('is reported if it repeats a member, has a member without a URI, or occurs twice', async () => {
    const { relations, problems } = await read(list(item(3), item(3), '') + list(item(4)));
    expect(relations.map(({ toId }) => toId)).toEqual([id(3)]);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('unknown_statement'));
  });
});

describe('a relation', () => {
  it.each([
    ['skos:narrower', 'narrower', [1, 2]],
    ['skos:broader', 'narrower', [2, 1]],
    ['skos:hasTopConcept', 'hasTopConcept', [1, 2]],
    ['skos:topConceptOf', 'hasTopConcept', [2, 1]],
    ['skos:inScheme', 'inScheme', [2, 1]],
    ['skos:related', 'related', [1, 2]],
    ['skos:exactMatch', 'exactMatch', [1, 2]],
    ['skos:member', 'member', [1, 2]],
  ] as const)('of %s is kept as %s', async (property, relationType, [from, to]) => {
    const { relations } = await read(concept(1, `<${property} rdf:resource="${uri(2)}"/>`));
    const isInverseStated = from === 2;
    expect(relations).toEqual([
      {
        fromId: id(from),
        toId: id(to),
        relationType,
        isStated: !isInverseStated,
        isInverseStated,
        position: null,
      },
    ]);
  });

  it('that is stated at both ends is stored once', async () => {
    const narrowerConcept = concept(2, `<skos:broader rdf:resource="${uri(1)}"/>`);
    expect(
      (await read(concept(1, `<skos:narrower>${narrowerConcept}</skos:narrower>`))).relations,
    ).toHaveLength(1);
  });

  it('to a scheme creates the scheme', async () => {
    const scheme = `<skos:ConceptScheme rdf:about="${uri(9)}"><dcterms:title>T</dcterms:title></skos:ConceptScheme>`;
    const { concepts } = await read(concept(1, `<skos:inScheme>${scheme}</skos:inScheme>`));
    expect(concepts).toMatchObject([
      { conceptId: id(1) },
      { conceptId: id(9), nodeType: 'ConceptScheme' },
    ]);
  });

  it('of another vocabulary is stored as a value with the IRI of its object as text', async () => {
    const { relations, values, problems } = await read(
      concept(1, `<local:knows rdf:resource="${uri(2)}"/>`),
    );
    expect(relations).toEqual([]);
    expect(values).toMatchObject([
      {
        valueType: 'knows',
        text: uri(2),
        predicate: 'http://host/knows',
        datatype: resourceDatatype,
      },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('a collection', () => {
  it('may nest concepts with members of their own', async () => {
    const inner = concept(2, `<skos:member rdf:resource="${uri(3)}"/>`);
    const { concepts, relations } = await read(
      `<skos:Collection rdf:about="${uri(1)}"><skos:member>${inner}</skos:member></skos:Collection>`,
    );
    expect(concepts.map(({ nodeType }) => nodeType)).toEqual(['Collection', 'Concept', 'Concept']);
    expect(new Set(relations.map(({ fromId, toId }) => `${fromId} ${toId}`))).toEqual(
      new Set([`${id(1)} ${id(2)}`, `${id(2)} ${id(3)}`]),
    );
  });
});

describe('thesauri of several files', () => {
  it('with different values for one id are reported in one warning', async () => {
    const label = (number: number, text: string) =>
      concept(number, `<skos:note>{"id": "${id(number + 10)}", "value": "${text}"}</skos:note>`);
    const { values, problems: conflicts } = mergeThesauri([
      await read(label(1, 'a') + label(2, 'b')),
      await read(label(1, 'c') + label(2, 'd')),
    ]);
    expect(values.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(conflicts).toMatchObject([
      {
        code: 'duplicate_value',
        message: expect.stringContaining('2 values are in several files with different texts'),
      },
    ]);
  });

  it('are merged, with each concept and value once', async () => {
    const label = (attribute: string) =>
      `<skos:prefLabel${attribute}>{"id": "${id(7)}", "value": "Mill"}</skos:prefLabel>`;
    const collection = `<skos:Collection rdf:about="${uri(3)}"><skos:member>${concept(1, label(''))}</skos:member></skos:Collection>`;
    const merged = mergeThesauri([
      await read(collection),
      await read(concept(1, `${label(' xml:lang="en"')}<skos:related rdf:resource="${uri(3)}"/>`)),
    ]);
    expect(merged.concepts.map(({ conceptId, nodeType }) => [conceptId, nodeType])).toEqual([
      [id(3), 'Collection'],
      [id(1), 'Concept'],
    ]);
    expect(merged.values).toMatchObject([{ valueId: id(7), language: 'en' }]);
    expect(merged.relations).toHaveLength(2);
  });
});
