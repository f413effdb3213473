import fc from 'fast-check';
import { DataFactory, Writer, type Quad, type Quad_Object, type Quad_Subject } from 'n3';

const namedNode = (iri: string) => DataFactory.namedNode(iri);
const quad = (
  subject: Quad_Subject,
  predicate: ReturnType<typeof namedNode>,
  object: Quad_Object,
) => DataFactory.quad(subject, predicate, object);

const skos = (name: string) => namedNode(`http://www.w3.org/2004/02/skos/core#${name}`);
const other = (name: string) => namedNode(`http://example.org/terms/${name}`);
const type = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const rdf = (name: string) => namedNode(`http://www.w3.org/1999/02/22-rdf-syntax-ns#${name}`);
const dcterms = (name: string) => namedNode(`http://purl.org/dc/terms/${name}`);

const concept = fc.nat(7).map((number) => namedNode(`http://example.org/${number}`));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((one) => !one.includes('\0')),
  fc.constantFrom('a', 'b', '{"value": "x"', 'two\nlines'),
);
const value = fc.oneof(
  text.map((one) => DataFactory.literal(one)),
  fc
    .tuple(text, fc.constantFrom('en', 'en-US', 'zh-Hant'))
    .map(([one, tag]) => DataFactory.literal(one, tag)),
  fc
    .tuple(text, fc.constantFrom('code', 'other'))
    .map(([one, name]) => DataFactory.literal(one, other(name))),
);

const classes = ['Concept', 'ConceptScheme', 'Collection', 'OrderedCollection'];
const properties = [
  ...['prefLabel', 'altLabel', 'hiddenLabel', 'note', 'definition', 'notation'].map(skos),
  ...['title', 'description', 'identifier'].map(dcterms),
  namedNode('http://purl.org/dc/elements/1.1/title'),
  namedNode('http://www.w3.org/2000/01/rdf-schema#label'),
  ...['sortorder', 'note', 'title'].map(other),
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

const statement: fc.Arbitrary<Statements> = fc.oneof(
  fc
    .tuple(concept, fc.constantFrom(...classes))
    .map(([subject, name]) => [quad(subject, type, skos(name))]),
  // The import drops a node that has only a text and is not a concept. So each of these nodes is a concept.
  fc
    .tuple(concept, fc.constantFrom(...properties), value)
    .map(([subject, property, object]) => [
      quad(subject, type, skos('Concept')),
      quad(subject, property, object),
    ]),
  fc
    .tuple(concept, fc.constantFrom(...relations), concept)
    .map(([subject, property, object]) => [quad(subject, property, object)]),
  fc
    .tuple(concept, fc.constantFrom(type, other('maker'), skos('note')), fc.nat(3))
    .map(([subject, property, number]) => [
      quad(subject, type, skos('Concept')),
      quad(subject, property, other(`thing-${number}`)),
    ]),
);

const list: fc.Arbitrary<Statements> = fc
  .tuple(fc.nat(3), fc.uniqueArray(concept, { selector: ({ value: uri }) => uri, maxLength: 4 }))
  .map(([number, members]) => {
    const nodeAt = (at: number) =>
      at === members.length ? rdf('nil') : DataFactory.blankNode(`list${at}`);
    return [
      quad(other(`list-${number}`), skos('memberList'), nodeAt(0)),
      ...members.flatMap((member, at) => [
        quad(nodeAt(at), rdf('first'), member),
        quad(nodeAt(at), rdf('rest'), nodeAt(at + 1)),
      ]),
    ];
  });

/** Turtle by another program: any statements about concepts, and lists of members, one for each collection. */
export const arbitraryThesaurus: fc.Arbitrary<string> = fc
  .tuple(fc.array(statement, { maxLength: 25 }), list)
  .map(([statements, members]) => {
    const writer = new Writer();
    writer.addQuads([...statements, members].flat());
    let written = '';
    writer.end((_error, result: string) => {
      written = result;
    });
    return written;
  });
