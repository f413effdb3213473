import * as fc from 'fast-check';

import {
  innerContext,
  language,
  objectOf,
  rarely,
  rootContext,
  mostly,
  type Json,
} from './arbitrary-context.ts';

const absoluteIri = fc.constantFrom(
  'http://example.org/a',
  'http://example.org/b#c',
  'https://example.org/é',
  'urn:example:1',
);

/** Terms that a context may or may not define, compact IRIs and absolute IRIs. */
const propertyKey = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('a', 'b', 'name', 'text', 'ref', 'ref', 'list', 'data'),
  },
  { weight: 1, arbitrary: fc.constantFrom('inner', 'innerRef', 'unknown') },
  { weight: 3, arbitrary: fc.constantFrom('ex:a', 'ex:deep/path', 'schema:name') },
  { weight: 2, arbitrary: absoluteIri },
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
const type = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('ex:T', 'http://example.org/C', 'Person', '/graph/1') },
  { weight: 1, arbitrary: fc.constant('Thing') },
);
/** Keys of an @id or @type container. For a class as a key, jsonld.js does not resolve relative IRIs against the document. */
const mapKey = fc.oneof(id, type).filter((found) => /:|^\w+$/.test(found));
const text = fc.constantFrom('', 'text', 'ex:thing', 'Person', 'x/y', '@', 'true', '5', '😀 "');
const number = fc.constantFrom(0, 5, -12, 1.5, 0.25, 123456789);
const scalar = fc.oneof(text, number, fc.boolean());

const valueObject = fc.oneof(
  objectOf({
    '@value': text,
    '@language': mostly(language),
  }),
  objectOf({ '@value': scalar, '@type': fc.constantFrom('ex:type', 'xsd:date') }),
  objectOf({ '@value': fc.oneof(scalar, fc.constant(null)), '@index': mostly(text) }),
  objectOf({ value: scalar, type: fc.constantFrom('ex:type', 'Person') }),
  objectOf({ '@value': fc.jsonValue({ maxDepth: 1 }), '@type': fc.constant('@json') }),
);

const textsByLanguage = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('en', 'de', 'en-US'),
      fc.oneof(text, fc.array(fc.oneof(text, fc.constant(null)), { maxLength: 2 })),
      { maxKeys: 3 },
    ),
    mostly(text),
  )
  .map(([texts, none]) => (none === undefined ? texts : { ...texts, '@none': none }));

const { node } = fc.letrec<{
  node: Json;
  value: Json;
  values: Json;
  properties: Json;
  nodes: Json;
}>((tie) => ({
  properties: fc.dictionary(propertyKey, tie('values'), { maxKeys: 4 }),
  node: fc
    .tuple(
      tie('properties'),
      objectOf({
        '@id': mostly(id),
        '@type': mostly(fc.oneof(type, fc.array(type, { maxLength: 2 }))),
        type: rarely(type),
        '@context': rarely(fc.oneof(innerContext, fc.array(innerContext, { maxLength: 2 }))),
        lang: rarely(textsByLanguage),
        // In jsonld.js, the context of one class is also applied to the next.
        map: rarely(fc.dictionary(mapKey, tie('nodes'), { maxKeys: 1 })),
        nested: rarely(tie('properties')),
      }),
    )
    .map(([properties, keywords]) => ({ ...Object(keywords), ...Object(properties) })),
  nodes: fc.oneof(
    { maxDepth: 2 },
    fc.constant({}),
    tie('node'),
    fc.array(tie('node'), { maxLength: 2 }),
  ),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.constant(null),
    valueObject,
    objectOf({ '@id': id }),
    tie('node'),
  ),
  values: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('value'),
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf({ '@list': fc.array(tie('value'), { maxLength: 2 }) }),
    objectOf({ '@set': fc.array(tie('value'), { maxLength: 2 }), '@index': mostly(text) }),
  ),
}));

/** Documents with contexts, many of which are invalid. */
export const documentWithContext: fc.Arbitrary<Json> = fc
  .tuple(rootContext, node)
  .map(([context, root]) => ({ ...Object(root), '@context': context }));

const plainValue = fc.oneof(
  scalar,
  fc.constant(null),
  objectOf({ '@value': text, '@language': mostly(language) }),
  objectOf({ '@value': scalar, '@type': absoluteIri }),
  objectOf({ '@value': fc.jsonValue({ maxDepth: 2 }), '@type': fc.constant('@json') }),
);

const { documentNode } = fc.letrec<{ documentNode: Json; values: Json; value: Json }>((tie) => ({
  documentNode: fc
    .tuple(
      fc.dictionary(absoluteIri, tie('values'), { maxKeys: 3 }),
      objectOf({
        '@id': mostly(id),
        '@type': mostly(fc.oneof(absoluteIri, fc.array(absoluteIri, { maxLength: 2 }))),
        '@index': mostly(text),
      }),
    )
    .map(([properties, keywords]) => ({ ...Object(properties), ...Object(keywords) })),
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, plainValue, tie('documentNode')),
  values: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('value'),
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf({ '@list': fc.array(tie('values'), { maxLength: 2 }) }),
    objectOf({ '@set': fc.array(tie('value'), { maxLength: 2 }) }),
  ),
}));

/** Valid documents whose keys are absolute IRIs. */
export const documentWithoutContext: fc.Arbitrary<Json> = documentNode;
