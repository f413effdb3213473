import jsonld from 'jsonld';

import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { namespaces, rdf } from '../../../../lib/rdf/vocabulary.ts';

/** Omits something from the document of a resource instance. */
type Change = (document: unknown, ownIds: OwnIds) => unknown;

/** The ids of a resource instance and its tiles, which distinguish them from the ids of values. */
type OwnIds = { readonly resourceId: string; readonly tileIds: readonly string[] };

/** Applies the change to the members of a node, and of all nodes in it. */
function mapNodes(
  value: unknown,
  change: (node: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(value)) return value.map((element) => mapNodes(element, change));
  if (!isObject(value) || '@value' in value) return value;
  const members = Object.entries(change(value)).map(([key, found]) => [
    key,
    key.startsWith('@') && key !== '@graph' ? found : mapNodes(found, change),
  ]);
  return Object.fromEntries(members);
}

function keepTypes(isKept: (type: string) => boolean): Change {
  return (document) =>
    mapNodes(document, ({ '@type': types, ...others }) => {
      const kept = [types].flat().filter((type) => typeof type === 'string' && isKept(type));
      return kept.length === 0 ? others : { '@type': kept, ...others };
    });
}

function keepIds(isKept: (id: string, ownIds: OwnIds) => boolean): Change {
  return (document, ownIds) =>
    mapNodes(document, ({ '@id': id, ...others }) =>
      typeof id === 'string' && isKept(id, ownIds) ? { '@id': id, ...others } : others,
    );
}

const isGraph = (iri: string): boolean => iri.includes('/graph/');

const changes = {
  'the model': keepTypes((type) => !isGraph(type)),
  'the classes': keepTypes(isGraph),
  // The URI of a node in another tile can be a value.
  'the ids of nodes': keepIds((id, { resourceId, tileIds }) => {
    const [, tileId = ''] = /\/tile\/([^/]+)/.exec(id) ?? [];
    return !tileIds.includes(tileId) && !id.includes(`/resources/${resourceId}#`);
  }),
  'the id of the resource instance': keepIds(
    (id, { resourceId }) => !id.endsWith(`/resources/${resourceId}`),
  ),
} satisfies Readonly<Record<string, Change>>;

const context = { ...namespaces, value: rdf.value, id: '@id', type: '@type' };

const forms: Readonly<Record<string, (document: object) => Promise<unknown>>> = {
  'as it is': (document) => Promise.resolve(document),
  expanded: (document) => jsonld.expand(document),
  flattened: (document) => jsonld.flatten(document),
  compacted: (document) => jsonld.compact(document, context),
  'flattened and compacted': (document) => jsonld.flatten(document, context),
};

const partNames = Object.keys(changes) as readonly (keyof typeof changes)[];

/** The parts that are omitted from a document, and the form of JSON-LD in which it is written. */
export type Omission = { readonly parts: readonly (keyof typeof changes)[]; readonly form: string };

/** Every part that can be omitted, alone and in pairs, in each form. */
export const allOmissions: readonly Omission[] = [
  [],
  ...partNames.map((name) => [name]),
  ...partNames.flatMap((first, index) =>
    partNames.slice(index + 1).map((second) => [first, second]),
  ),
].flatMap((parts) => Object.keys(forms).map((form) => ({ parts, form })));

/** A document without some of its parts, in another form. */
export async function omitDocumentParts(
  text: string,
  { parts, form }: Omission,
  ownIds: OwnIds,
): Promise<string> {
  const parsed: unknown = parseLossless(text);
  const shortened = parts.reduce<unknown>(
    (document, name) => changes[name](document, ownIds),
    parsed,
  );
  const write = forms[form];
  const document: unknown = JSON.parse(JSON.stringify(shortened));
  if (write === undefined || !isObject(document)) throw new Error(`There is no form ${form}.`);
  return JSON.stringify(await write(document));
}
