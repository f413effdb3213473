import fc from 'fast-check';
import { DataFactory, Writer, type Quad, type Quad_Object, type Quad_Subject } from 'n3';

const namedNode = (iri: string) => DataFactory.namedNode(iri);
const createQuad = (
  subject: Quad_Subject,
  predicate: ReturnType<typeof namedNode>,
  object: Quad_Object,
) => DataFactory.quad(subject, predicate, object);

const skos = (name: string) => namedNode(`http://www.w3.org/2004/02/skos/core#${name}`);
const exampleTerm = (name: string) => namedNode(`http://example.org/terms/${name}`);
const type = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const rdf = (name: string) => namedNode(`http://www.w3.org/1999/02/22-rdf-syntax-ns#${name}`);
const dcterms = (name: string) => namedNode(`http://purl.org/dc/terms/${name}`);

const anyConcept = fc.nat(7).map((number) => namedNode(`http://example.org/${number}`));
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((one) => !one.includes('\0')),
  fc.constantFrom('a', 'b', '{"value": "x"', 'two\nlines'),
);
const anyValue = fc.oneof(
  anyText.map((one) => DataFactory.literal(one)),
  fc
    .tuple(anyText, fc.constantFrom('en', 'en-US', 'zh-Hant'))
    .map(([one, tag]) => DataFactory.literal(one, tag)),
  fc
    .tuple(anyText, fc.constantFrom('code', 'other'))
    .map(([one, name]) => DataFactory.literal(one, exampleTerm(name))),
);

const classes = ['Concept', 'ConceptScheme', 'Collection', 'OrderedCollection'];
const properties = [
  ...['prefLabel', 'altLabel', 'hiddenLabel', 'note', 'definition', 'notation'].map(skos),
  ...['title', 'description', 'identifier'].map(dcterms),
  namedNode('http://purl.org/dc/elements/1.1/title'),
  namedNode('http://www.w3.org/2000/01/rdf-schema#label'),
  ...['sortorder', 'note', 'title'].map(exampleTerm),
];
const relations = [
  'broader',
  'narrower',
  'broaderTransitive',
  'narrowerTransitive',
  'related',
  'inScheme',
  'hasTopConcept',
  'topConceptOf',
  'member',
  'exactMatch',
  'broadMatch',
  'semanticRelation',
].map(skos);

type Statements = readonly Quad[];

const anyStatements: fc.Arbitrary<Statements> = fc.oneof(
  fc
    .tuple(anyConcept, fc.constantFrom(...classes))
    .map(([subject, name]) => [createQuad(subject, type, skos(name))]),
  // The import ignores a text of a node that is not a concept. So each of these nodes is a concept.
  fc
    .tuple(anyConcept, fc.constantFrom(...properties), anyValue)
    .map(([subject, property, object]) => [
      createQuad(subject, type, skos('Concept')),
      createQuad(subject, property, object),
    ]),
  fc
    .tuple(anyConcept, fc.constantFrom(...relations), anyConcept)
    .map(([subject, property, object]) => [createQuad(subject, property, object)]),
  fc
    .tuple(anyConcept, fc.constantFrom(type, exampleTerm('maker'), skos('note')), fc.nat(3))
    .map(([subject, property, number]) => [
      createQuad(subject, type, skos('Concept')),
      createQuad(subject, property, exampleTerm(`thing-${number}`)),
    ]),
);

const anyMemberList: fc.Arbitrary<Statements> = fc
  .tuple(fc.nat(3), fc.uniqueArray(anyConcept, { selector: ({ value: uri }) => uri, maxLength: 4 }))
  .map(([number, members]) => {
    const nodeAt = (position: number) =>
      position === members.length ? rdf('nil') : DataFactory.blankNode(`list${position}`);
    return [
      createQuad(exampleTerm(`list-${number}`), skos('memberList'), nodeAt(0)),
      ...members.flatMap((member, position) => [
        createQuad(nodeAt(position), rdf('first'), member),
        createQuad(nodeAt(position), rdf('rest'), nodeAt(position + 1)),
      ]),
    ];
  });

/** Turtle as another program may write it: random statements about concepts, and one list of members. */
export const arbitraryThesaurus: fc.Arbitrary<string> = fc
  .tuple(fc.array(anyStatements, { maxLength: 25 }), anyMemberList)
  .map(([statements, members]) => {
    const writer = new Writer();
    writer.addQuads([...statements, members].flat());
    let written = '';
    writer.end((_error, result: string) => {
      written = result;
    });
    return written;
  });
