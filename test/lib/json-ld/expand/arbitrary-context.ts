import * as fc from 'fast-check';

/** A value in a generated document. */
export type Json = unknown;

/** The value in two of three cases, otherwise undefined. */
export const mostly = (arbitrary: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 2, arbitrary }, { weight: 1, arbitrary: fc.constant(undefined) });

/** The value in one of ten cases, otherwise undefined. */
export const rarely = (arbitrary: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 1, arbitrary }, { weight: 9, arbitrary: fc.constant(undefined) });

/** An object without the members that are undefined. */
export function objectOf(
  entries: Readonly<Record<string, fc.Arbitrary<Json>>>,
): fc.Arbitrary<Json> {
  return fc
    .record(entries)
    .map((found) =>
      Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    );
}

export const language = fc.constantFrom('en', 'de-CH', 'x-private');

const termIri = fc.constantFrom('ex:a', 'ex:b', 'http://example.org/t#', 'schema:name');
const nodeType = fc.constantFrom('@id', '@vocab');

const containers = fc.constantFrom(
  '@set',
  '@list',
  '@language',
  '@index',
  ['@set'],
  ['@language', '@set'],
);

const { definition, scoped } = fc.letrec<{ definition: Json; scoped: Json }>((tie) => ({
  definition: fc.oneof(
    { maxDepth: 2 },
    termIri,
    { weight: 4, arbitrary: termIri },
    fc.constant(null),
    objectOf({
      '@id': fc.oneof(
        { weight: 9, arbitrary: termIri },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      '@type': mostly(fc.constantFrom('@id', '@vocab', '@none', 'ex:type', 'xsd:date')),
      '@container': rarely(containers),
      '@language': mostly(fc.option(language)),
      '@direction': mostly(fc.constant(null)),
      '@protected': rarely(fc.boolean()),
      '@prefix': mostly(fc.boolean()),
    }),
    // jsonld.js checks containers before this type; the JSON-LD algorithms check the type first.
    objectOf({ '@id': termIri, '@type': fc.constant('@json') }),
    objectOf({ '@id': termIri, '@context': tie('scoped') }),
    objectOf({ '@id': termIri, '@type': fc.constant('@id'), '@context': tie('scoped') }),
  ),
  scoped: fc.oneof(
    { maxDepth: 2 },
    objectOf({
      '@propagate': mostly(fc.boolean()),
      '@vocab': mostly(fc.constantFrom('http://scoped.example/', null)),
      '@language': mostly(fc.option(language)),
      // jsonld.js is wrong if a scoped context redefines its own term.
      inner: mostly(termIri),
      innerRef: mostly(objectOf({ '@id': termIri, '@type': nodeType })),
      Thing: mostly(termIri),
    }),
    fc.constant(null),
    fc.constant([]),
  ),
}));

/** Terms of every kind, with names that show the kind. */
const terms: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  id: fc.constant('@id'),
  type: fc.constant('@type'),
  value: fc.constant('@value'),
  nested: fc.constant('@nest'),
  // If the context of a class is null, jsonld.js loses the context for the nodes below.
  Person: fc.oneof(
    termIri,
    objectOf({ '@id': termIri, '@context': scoped.filter((found) => found !== null) }),
  ),
  a: definition,
  b: definition,
  name: definition,
  text: definition,
  ref: objectOf({ '@id': termIri, '@type': nodeType }),
  lang: objectOf({ '@id': termIri, '@container': fc.constant('@language') }),
  map: objectOf({
    '@id': termIri,
    // In an @id container, jsonld.js uses the context of the classes of the parent node instead of the previous context.
    '@container': fc.constantFrom('@type', '@index'),
    '@type': mostly(nodeType),
  }),
  list: objectOf({ '@id': termIri, '@container': fc.constant('@list') }),
  data: objectOf({ '@id': termIri, '@type': fc.constant('@json') }),
};

const allTerms = (frequency: typeof mostly): Readonly<Record<string, fc.Arbitrary<Json>>> =>
  Object.fromEntries(
    Object.entries(terms).map(([term, arbitrary]) => [term, frequency(arbitrary)]),
  );

const prefixes = {
  ex: fc.constantFrom('http://example.org/', 'http://example.org/ns#'),
  schema: fc.constant('http://schema.org/'),
  xsd: fc.constant('http://www.w3.org/2001/XMLSchema#'),
};

const base = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('http://base.example/a/b', 'sub/', '/x') },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** A context for a document, which defines nearly all of its terms. */
export const rootContext = objectOf({
  '@version': mostly(fc.constant(1.1)),
  '@vocab': mostly(fc.constantFrom('http://vocabulary.example/', 'ex:v/')),
  '@base': rarely(base),
  '@language': mostly(fc.option(language)),
  '@protected': rarely(fc.constant(true)),
  ...prefixes,
  ...terms,
  none: rarely(fc.constant('@none')),
  a: mostly(definition),
});

/** A context for a node, which changes a few definitions. */
export const innerContext = objectOf({
  '@vocab': rarely(fc.constantFrom('http://inner.example/', 'v/', null)),
  '@base': rarely(base),
  '@language': mostly(fc.option(language)),
  '@propagate': rarely(fc.boolean()),
  ...prefixes,
  ...allTerms(rarely),
});
