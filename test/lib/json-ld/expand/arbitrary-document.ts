import * as fc from 'fast-check';

const names = [
  'a',
  'b',
  'c',
  'inner',
  'innerRef',
  'name',
  'text',
  'ref',
  'map',
  'list',
  'data',
] as const;

const iris = [
  'http://example.org/a',
  'http://example.org/b#c',
  'https://example.org/é',
  'urn:example:1',
  'ex:a',
  'ex:deep/path',
  'schema:name',
];

/** Keys of nodes: terms that a context may define or not, compact and absolute IRIs. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names) },
  { weight: 3, arbitrary: fc.constantFrom(...iris) },
);

const id = fc.constantFrom(
  '',
  'x',
  'a/b?c#d',
  '#f',
  '../up',
  './here/./there/..',
  '//other.test/x',
  '/resources/1',
  '?q',
  'http://example.org/thing',
  'ex:thing',
  'urn:uuid:0d3a7c2e-6f0b-4a9e-8a56-1b9a2f3c4d5e',
  '_:b0',
);
const type = fc.constantFrom('ex:T', 'http://example.org/C', 'Person', 'Thing', 'a', '/graph/1');
const language = fc.constantFrom('en', 'de-CH', 'x-private');
const text = fc.constantFrom('', 'text', 'ex:thing', 'Person', 'x/y', '@', 'true', '5', '😀 "');
const number = fc.constantFrom(0, 5, -12, 1.5, 0.25, 123456789);
const datatype = fc.constantFrom('ex:type', 'http://www.w3.org/2001/XMLSchema#date', 'Person');

const containers = [
  '@set',
  '@list',
  '@language',
  '@index',
  '@id',
  '@type',
  ['@set'],
  ['@id', '@set'],
  ['@language', '@set'],
];

type Json = unknown;

const some = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });

/** Leaves out what is undefined. */
function object(entries: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<Json> {
  return fc
    .record(entries)
    .map((found) =>
      Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    );
}

const termIri = fc.constantFrom('ex:a', 'ex:b', 'http://example.org/t#', 'schema:name');

const { context, definition } = fc.letrec<{ context: Json; definition: Json; scoped: Json }>(
  (tie) => ({
    definition: fc.oneof(
      { maxDepth: 2 },
      termIri,
      fc.constant(null),
      object({
        '@id': fc.oneof(termIri, termIri, some(fc.constant(null))),
        '@type': some(fc.constantFrom('@id', '@vocab', '@none', 'ex:type', 'xsd:date')),
        '@container': some(fc.constantFrom(...containers)),
        '@language': some(fc.option(language)),
        '@direction': some(fc.constantFrom('ltr', null)),
        '@protected': some(fc.constantFrom(true, false)),
        '@prefix': some(fc.boolean()),
      }),
      // jsonld.js looks at containers before this type, which the algorithms put first.
      object({ '@id': termIri, '@type': fc.constant('@json') }),
      object({ '@id': termIri, '@context': tie('scoped') }),
      object({ '@id': termIri, '@type': fc.constant('@id'), '@context': tie('scoped') }),
    ),
    scoped: fc.oneof(
      { maxDepth: 2 },
      object({
        '@propagate': some(fc.boolean()),
        '@vocab': some(fc.constantFrom('http://scoped.example/', null)),
        '@language': some(fc.option(language)),
        // jsonld.js goes wrong where a context defines the very term again in which it stands.
        inner: some(termIri),
        innerRef: some(object({ '@id': termIri, '@type': fc.constantFrom('@id', '@vocab') })),
        Thing: some(termIri),
      }),
      fc.constant(null),
      fc.constant([]),
    ),
    context: object({
      '@version': some(fc.constant(1.1)),
      '@vocab': some(fc.constantFrom('http://vocabulary.example/', 'ex:v/', null)),
      '@base': some(fc.constantFrom('http://base.example/a/b', 'sub/', '/x', null)),
      '@language': some(fc.option(language)),
      '@protected': some(fc.constant(true)),
      ex: fc.constantFrom('http://example.org/', 'http://example.org/ns#'),
      schema: some(fc.constant('http://schema.org/')),
      xsd: fc.constant('http://www.w3.org/2001/XMLSchema#'),
      id: some(fc.constant('@id')),
      type: some(fc.constant('@type')),
      value: some(fc.constant('@value')),
      none: some(fc.constant('@none')),
      nested: some(fc.constant('@nest')),
      Person: some(fc.oneof(termIri, object({ '@id': termIri, '@context': tie('scoped') }))),
      a: some(tie('definition')),
      b: some(tie('definition')),
      name: some(tie('definition')),
      text: some(tie('definition')),
      ref: some(object({ '@id': termIri, '@type': fc.constantFrom('@id', '@vocab') })),
      lang: some(object({ '@id': termIri, '@container': fc.constant('@language') })),
      map: some(
        object({
          '@id': termIri,
          '@container': fc.constantFrom('@id', '@type', '@index'),
          '@type': some(fc.constantFrom('@id', '@vocab')),
        }),
      ),
      list: some(object({ '@id': termIri, '@container': fc.constant('@list') })),
      data: some(object({ '@id': termIri, '@type': fc.constant('@json') })),
    }),
  }),
);

void definition;

const valueObject = fc.oneof(
  object({ '@value': text, '@language': some(language), '@direction': some(fc.constant('rtl')) }),
  object({ '@value': fc.oneof(text, number, fc.boolean()), '@type': datatype }),
  object({ '@value': fc.oneof(text, number, fc.boolean(), fc.constant(null)) }),
  object({ value: text, type: datatype }),
  object({ '@value': fc.jsonValue({ maxDepth: 1 }), '@type': fc.constant('@json') }),
);

const languageMap = fc.dictionary(
  fc.constantFrom('en', 'de', 'en-US'),
  fc.oneof(text, fc.array(fc.oneof(text, fc.constant(null)), { maxLength: 2 })),
  { maxKeys: 3 },
);

const textsByLanguage = fc
  .tuple(languageMap, some(text))
  .map(([texts, none]) => (none === undefined ? texts : { ...texts, '@none': none }));

const { node } = fc.letrec<{ node: Json; value: Json; values: Json; said: Json }>((tie) => ({
  said: fc.dictionary(key, tie('values'), { maxKeys: 4 }),
  node: fc
    .tuple(
      tie('said'),
      object({
        '@id': some(id),
        '@type': some(fc.oneof(type, fc.array(type, { maxLength: 2 }))),
        type: some(type),
        '@context': fc.option(fc.oneof(context, fc.array(context, { maxLength: 2 })), {
          nil: undefined,
          freq: 8,
        }),
        lang: some(textsByLanguage),
        nested: fc.option(tie('said'), { nil: undefined, freq: 8 }),
      }),
    )
    .map(([said, keywords]) => ({ ...Object(keywords), ...Object(said) })),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    fc.constantFrom(true, false, null),
    valueObject,
    languageMap,
    object({ '@id': id }),
    tie('node'),
    tie('node'),
    fc.dictionary(fc.oneof(id, type), tie('values'), { maxKeys: 2 }),
  ),
  values: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('value'),
    fc.array(tie('value'), { maxLength: 3 }),
    object({ '@list': fc.array(tie('value'), { maxLength: 2 }) }),
    object({ '@set': fc.array(tie('value'), { maxLength: 2 }), '@index': some(text) }),
  ),
}));

/** Documents with contexts, of which many say things that cannot be read. */
export const documentWithContext: fc.Arbitrary<Json> = fc
  .tuple(context, node)
  .map(([found, root]) => ({ ...Object(root), '@context': found }));

/** Documents whose names are absolute IRIs, each of which can be read. */
export const documentWithoutContext: fc.Arbitrary<Json> = plainDocument();

function plainDocument(): fc.Arbitrary<Json> {
  const absolute = fc.constantFrom(...iris.slice(0, 4));
  const plainValue = fc.oneof(
    text,
    number,
    fc.constantFrom(true, false, null),
    object({ '@value': text, '@language': some(language) }),
    object({ '@value': fc.oneof(text, number, fc.boolean()), '@type': absolute }),
    object({ '@value': fc.jsonValue({ maxDepth: 2 }), '@type': fc.constant('@json') }),
  );
  const { root } = fc.letrec<{ root: Json; values: Json; value: Json }>((tie) => ({
    root: fc
      .tuple(
        fc.dictionary(absolute, tie('values'), { maxKeys: 3 }),
        object({
          '@id': some(id),
          '@type': some(fc.oneof(absolute, fc.array(absolute, { maxLength: 2 }))),
          '@index': some(text),
        }),
      )
      .map(([said, keywords]) => ({ ...Object(said), ...Object(keywords) })),
    value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, plainValue, tie('root')),
    values: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      tie('value'),
      fc.array(tie('value'), { maxLength: 3 }),
      object({ '@list': fc.array(tie('values'), { maxLength: 2 }) }),
      object({ '@set': fc.array(tie('value'), { maxLength: 2 }) }),
    ),
  }));
  return root;
}
