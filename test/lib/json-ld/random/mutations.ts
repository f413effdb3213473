import { datatypeOf } from '../../../../lib/model/datatypes/all.ts';
import { isObject } from '../../../../lib/model/datatypes/parts/values.ts';
import type { StoredTile } from '../../../../lib/model/change/stored.ts';
import type { CompiledNode } from '../../../../lib/model/graph/compiled.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import { resourceTree, type NodeInstance } from '../../../../lib/model/resource-tree.ts';
import { rdfValue } from '../mill.ts';
import { anyOf, type Draw } from '../../../functions/permissions/draw.ts';
import { reading } from './documents.ts';
import { changed, placesIn, type Place } from './places.ts';
import type { RandomResource } from './tiles.ts';
import { anyValue } from './values.ts';
import { referenced } from '../../model/datatypes/golden-world.ts';

/** A document of which one place was changed, and what is right to become of it. */
export type Mutated = {
  readonly document: unknown;
  /** JSON Pointer to what was changed. */
  readonly place: string;
  /** Whether it has to be accepted, refused, or may be either. */
  readonly right: 'accepted' | 'refused' | 'either';
  /** The tiles that come of it where it is accepted. */
  readonly tiles: readonly StoredTile[];
};

/** What a mutation is made of: a document in the shape of the specification, and what is stored. */
export type Subject = RandomResource & { readonly document: unknown };

export type Mutation = (draw: Draw, subject: Subject) => Mutated | undefined;

function nodeOf({ graph }: Subject, { nodeId }: Place): CompiledNode | undefined {
  return graph.nodes.find((node) => node.nodeId === nodeId);
}

/** Any place for which there is something; undefined where there is none. */
export function anyPlace<Found>(
  draw: Draw,
  subject: Subject,
  find: (place: Place, node: CompiledNode) => Found | undefined,
): { readonly place: Place; readonly node: CompiledNode; readonly found: Found } | undefined {
  const places = placesIn(subject.document).flatMap((place) => {
    const node = nodeOf(subject, place);
    const found = node && find(place, node);
    return node === undefined || found === undefined ? [] : [{ place, node, found }];
  });
  return places.length === 0 ? undefined : anyOf(draw, places);
}

function storedValue({ tiles }: Subject, { tileId, nodeId }: Place): unknown {
  return tiles.find((tile) => tile.tileId === tileId)?.data[nodeId] ?? null;
}

/** The tiles with another value of a node. */
function withValue({ tiles }: Subject, { tileId, nodeId }: Place, value: unknown) {
  return tiles.map((tile) =>
    tile.tileId === tileId ? { ...tile, data: { ...tile.data, [nodeId]: value } } : tile,
  );
}

const textPath = ({ path }: Place): Place['path'] => [...path, rdfValue];

/** Another value that is right: one element of a list, or all of a value. */
const anotherValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place) => storedValue(subject, place) ?? undefined);
  if (chosen === undefined) return undefined;
  const { place, node } = chosen;
  const { valueText } = datatypeOf(node.datatype);
  const before = valueText.write(chosen.found, referenced);
  const [text = ''] = valueText.write(draw(anyValue, node.datatype, node.config), referenced);
  const texts = before.map((one, index) => (index === (place.element ?? 0) ? text : one));
  const read = valueText.read(texts, node, { ...reading, stored: chosen.found });
  if (read.kind === 'problem') return undefined;
  return {
    document: changed(subject.document, textPath(place), () => text),
    place: place.pointer,
    right: 'accepted',
    tiles: withValue(subject, place, read.value),
  };
};

/** No value where there was one. */
const noValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place, { datatype }) =>
    datatypeOf(datatype).valueText.isPerElement
      ? undefined
      : (storedValue(subject, place) ?? undefined),
  );
  if (chosen === undefined) return undefined;
  const { place, node } = chosen;
  return {
    document: changed(subject.document, textPath(place), () => undefined),
    place: place.pointer,
    right: node.isRequired ? 'refused' : 'accepted',
    tiles: withValue(subject, place, null),
  };
};

/** Texts that no value of a datatype has. */
const wrongTexts: Readonly<Record<string, string>> = {
  number: 'about twelve',
  date: 'about 1850',
  edtf: 'about 1850',
  boolean: 'perhaps',
  concept: 'c0000000-0000-4000-8000-0000000000ff',
  'concept-list': 'c0000000-0000-4000-8000-0000000000ff',
  'domain-value': '0c000000-0000-4000-8000-0000000000ff',
  'domain-value-list': '["0c000000-0000-4000-8000-0000000000ff"]',
  'resource-instance': '[{"resourceId":"none"}]',
  'resource-instance-list': '[{"resourceId":"none"}]',
  'geojson-feature-collection': '{"type":"Place"}',
  url: '{"url":"the old mill"}',
  'node-value': 'the other',
  annotation: 'the left half',
  reference: '[7]',
  bngcentrepoint: 'TQ',
};

/** A value that its datatype does not have. */
const wrongValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place, { datatype }) =>
    storedValue(subject, place) === null ? undefined : wrongTexts[datatype],
  );
  if (chosen === undefined) return undefined;
  return {
    document: changed(subject.document, textPath(chosen.place), () => chosen.found),
    place: chosen.place.pointer,
    right: 'refused',
    tiles: subject.tiles,
  };
};

/** The instances of a node, with all below them. */
export function instancesAt(
  root: NodeInstance,
  { tileId, nodeId }: Pick<Place, 'tileId' | 'nodeId'>,
): readonly NodeInstance[] {
  const isIt = root.node.nodeId === nodeId && root.tileId === tileId;
  return isIt ? [root] : root.children.flatMap((child) => instancesAt(child, { tileId, nodeId }));
}

/** An instance and all that hangs in it. */
export const everyInstance = (instance: NodeInstance): readonly NodeInstance[] => [
  instance,
  ...instance.children.flatMap(everyInstance),
];

/** Tiles without some instances: a tile goes with the node at its top, and loses the values of others. */
function without(
  { graph, tiles }: Subject,
  instances: readonly NodeInstance[],
): { readonly tiles: readonly StoredTile[]; readonly isRequired: boolean } {
  const gone = instances.flatMap(everyInstance);
  const tops = gone.filter(({ node }) => node.isCollector).map(({ tileId }) => tileId);
  const goneTiles = new Set(tops);
  const lost = gone.filter(({ tileId }) => tileId !== null && !goneTiles.has(tileId));
  const isLost = (tileId: string, nodeId: string): boolean =>
    lost.some((one) => one.tileId === tileId && one.node.nodeId === nodeId);
  return {
    isRequired: lost.some(({ node, value }) => node.isRequired && value !== null),
    tiles: tiles
      .filter(({ tileId }) => !goneTiles.has(tileId))
      .map((tile) => ({
        ...tile,
        data: Object.fromEntries(
          graph.nodes
            .filter(({ nodeId }) => nodeId in tile.data)
            .map(({ nodeId }) => [nodeId, isLost(tile.tileId, nodeId) ? null : tile.data[nodeId]]),
        ),
      })),
  };
}

/** A node that is not there, with all that hangs in it. */
const removed: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place) => {
    const value = storedValue(subject, place);
    return place.element === null || (Array.isArray(value) && value.length === 1)
      ? true
      : undefined;
  });
  if (chosen === undefined) return undefined;
  const { place } = chosen;
  const root = resourceTree(subject.graph, subject.tiles);
  const after = without(subject, instancesAt(root, place));
  return {
    document: withoutEmptyLists(changed(subject.document, place.path, () => undefined)),
    place: place.pointer,
    right: after.isRequired ? 'refused' : 'accepted',
    tiles: after.tiles,
  };
};

/** A property has at least one value. */
function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, found]) => !Array.isArray(found) || found.length > 0)
      .map(([key, found]) => [key, withoutEmptyLists(found)]),
  );
}

/** A node that is said twice, word for word. */
const saidTwice: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { place } = chosen;
  const list = place.path.slice(0, place.path.lastIndexOf(place.predicate) + 1);
  const last = place.path.at(-1);
  return {
    document: changed(subject.document, list, (values) => {
      const all: readonly unknown[] = Array.isArray(values) ? values : [values];
      return [...all, all[typeof last === 'number' ? last : 0]];
    }),
    place: jsonPointer(list),
    right: 'either',
    tiles: subject.tiles,
  };
};

const elsewhere = 'https://vocabulary.example/other';

/** A predicate that the model does not have. */
const renamedPredicate: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { path, predicate } = chosen.place;
  const end = path.lastIndexOf(predicate);
  return {
    document: changed(subject.document, path.slice(0, end), (holder) =>
      isObject(holder)
        ? Object.fromEntries(
            Object.entries(holder).map(([key, value]) => [
              key === predicate ? elsewhere : key,
              value,
            ]),
          )
        : holder,
    ),
    place: jsonPointer([...path.slice(0, end), elsewhere]),
    right: 'refused',
    tiles: subject.tiles,
  };
};

/** A class that the model does not have: the ids still say what is what. */
const wrongClass: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, () => true);
  if (chosen === undefined) return undefined;
  const { path, pointer } = chosen.place;
  return {
    document: changed(subject.document, path, (node) =>
      isObject(node) ? { ...node, '@type': elsewhere } : node,
    ),
    place: pointer,
    right: 'either',
    tiles: subject.tiles,
  };
};

/** Every kind of change, by what is done. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'with another value': anotherValue,
  'without a value': noValue,
  'with a value of another kind': wrongValue,
  'without a node': removed,
  'with a node that is said twice': saidTwice,
  'with a predicate that the model has not': renamedPredicate,
  'with a class that the model has not': wrongClass,
};
