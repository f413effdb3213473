import * as fc from 'fast-check';

import { toElementName } from '../../../lib/rdf/element-name.ts';
import { toIri } from '../../../lib/rdf/iri.ts';
import type { Iri, RdfLiteral, RdfNode, RdfProperty, RdfValue } from '../../../lib/rdf/terms.ts';
import { geosparql, namespaces, rdf, xsd } from '../../../lib/rdf/vocabulary.ts';

const iriStarts = [
  'http://example.org/',
  'https://münchen.example:8080/a/',
  'urn:uuid:',
  'tag:example.org,2026:',
  ...Object.values(namespaces),
];
const iriCharacters = [
  ...Array.from('aZ09_-.~!$&\'()*+,;=:@/? "<>{}|\\^`éß漢'),
  '\u0301',
  '😀',
  '%41',
  '%C3%A9',
];
const iriEndings = [
  '',
  '1',
  '.',
  '#',
  '#x',
  '#12',
  '(a)',
  "'",
  '%20',
  'é',
  '漢',
  '😀',
  '/',
  '-',
  '_',
];

/** Path segments that consist of dots, which parsers would resolve. */
const dotSegment = /(^|[/:])\.+($|[/?#])/;

/** The end of an IRI. */
const iriEnd: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...iriCharacters), { maxLength: 8 }),
    fc.constantFrom(...iriEndings),
  )
  .map(([characters, ending]) => `x${characters.join('')}${ending}`)
  .filter((text) => !dotSegment.test(text));

const iri: fc.Arbitrary<Iri> = fc
  .tuple(fc.constantFrom(...iriStarts), iriEnd)
  .map(([start, end]) =>
    toIri(start.endsWith('#') ? start + end.replaceAll('#', '') : start + end),
  );

/** A predicate that XML can express. Undefined terms of the RDF namespace would cause warnings. */
const anyPredicate = fc.oneof(
  { weight: 9, arbitrary: iri.filter(isPredicateForXml) },
  { weight: 1, arbitrary: fc.constantFrom(rdf.type, rdf.value, `${namespaces.rdf}_12`) },
);

function isPredicateForXml(candidate: Iri): boolean {
  return toElementName(candidate) !== undefined && !candidate.startsWith(namespaces.rdf);
}

const specialTexts = [
  '"',
  "'",
  '\\',
  '\n',
  '\r',
  '\r\n',
  '\t',
  ' ',
  '<',
  '>',
  '&',
  '&amp;',
  ']]>',
  '<![CDATA[',
  '😀',
  '\u{10ffff}',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufffd',
  'é',
  '漢',
  String.raw`\u0041`,
  String.raw`\n`,
  '"""',
  '@en',
  '^^',
  '{"a":[1]}',
  '.',
  ';',
  '--',
  '_:b',
];

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 cannot contain
const charactersNotInXml = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Any text without NUL, because NUL cannot be stored. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...specialTexts), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc
    .array(fc.constantFrom('\u0001', '\b', '\f', '\u001f', '\ufffe', 'a'))
    .map((all) => all.join('')),
);

const xmlText = anyText.map((text) => text.replaceAll(charactersNotInXml, ''));

const languages = ['en', 'en-US', 'EN-gb', 'de-CH-1996', 'zh-Hant-TW', 'x-Private'];

const lexicalForms: Readonly<Record<string, readonly string[]>> = {
  [xsd.string]: ['', 'text'],
  [xsd.boolean]: ['true', 'false', '1', 'TRUE', ''],
  [xsd.integer]: ['0', '-0', '7', '-12', '007', '+1', '9007199254740992', '123456789012345678901'],
  [xsd.decimal]: ['1.50', '.5', '5.', '-0.0', '12345678901234567890.12345678901234567890'],
  [xsd.double]: ['1e5', '-1.50E-7', '1.E3', '.5e+2', '12'],
  [xsd.dateTime]: ['2026-02-28T12:00:00.50+01:00'],
  [xsd.gYear]: ['-0044'],
  [rdf.json]: ['{"b":1.0,"a":"<\\n>"}', '[]'],
  [geosparql.wktLiteral]: ['POINT (1 2)'],
  'http://example.org/type#2': ['', 'a "b"'],
};

function arbitraryLiteral(text: fc.Arbitrary<string>): fc.Arbitrary<RdfLiteral> {
  return fc.oneof(
    text.map((value): RdfLiteral => ({ kind: 'literal', value })),
    fc
      .tuple(text, fc.constantFrom(...languages))
      .map(([value, language]): RdfLiteral => ({ kind: 'literal', value, language })),
    fc.oneof(
      ...Object.entries(lexicalForms).map(([datatype, forms]) =>
        fc
          .constantFrom(...forms)
          .map((value): RdfLiteral => ({ kind: 'literal', value, datatype })),
      ),
    ),
  );
}

function arbitraryProperties(value: fc.Arbitrary<RdfValue>): fc.Arbitrary<readonly RdfProperty[]> {
  return fc
    .uniqueArray(fc.tuple(anyPredicate, fc.array(value, { minLength: 1, maxLength: 4 })), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map((properties) => properties.map(([name, values]) => ({ predicate: name, values })));
}

const sharedIds = [
  'http://vocab.getty.edu/aat/300010358',
  'https://h.example/concepts/a',
  'urn:x:1',
];

/** A tree whose nodes do not have unique IRIs yet. */
function arbitraryNode(text: fc.Arbitrary<string>): fc.Arbitrary<RdfNode> {
  const anyTypes = fc.uniqueArray(iri, { maxLength: 3 });
  const anyLiteral = arbitraryLiteral(text);
  const sharedNode = fc
    .tuple(fc.constantFrom(...sharedIds), anyTypes, arbitraryProperties(anyLiteral))
    .map(([id, types, properties]): RdfNode => ({
      kind: 'node',
      id,
      types,
      properties,
      isShared: true,
    }));
  const { node } = fc.letrec<{ node: RdfNode; value: RdfValue }>((tie) => ({
    node: fc
      .tuple(iriEnd, anyTypes, arbitraryProperties(tie('value')))
      .map(([id, types, properties]): RdfNode => ({ kind: 'node', id, types, properties })),
    value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, anyLiteral, sharedNode, tie('node')),
  }));
  return node;
}

/** Gives each node that is not shared a unique IRI. */
function addUniqueIris(root: RdfNode): RdfNode {
  let count = 0;
  function copyWithUniqueIri(node: RdfNode): RdfNode {
    count += 1;
    const id = node.isShared === true ? node.id : toIri(`http://example.org/${count}/${node.id}`);
    const properties = node.properties.map(({ predicate, values }) => ({
      predicate,
      values: values.map((value) => (value.kind === 'node' ? copyWithUniqueIri(value) : value)),
    }));
    return { ...node, id, properties };
  }
  return copyWithUniqueIri(root);
}

/** Trees with every kind of node and literal, with unusual IRIs, and only with texts that XML can contain. */
export const arbitraryTreeForXml: fc.Arbitrary<RdfNode> = arbitraryNode(xmlText).map(addUniqueIris);

/** Trees like those of {@link arbitraryTreeForXml}, but with any text. */
export const arbitraryTree: fc.Arbitrary<RdfNode> = arbitraryNode(anyText).map(addUniqueIris);
