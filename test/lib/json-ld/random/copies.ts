import type { Draw } from '../../../support/random/draw.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import type { TreeTile } from '../../../../lib/model/resources/resource-tree.ts';
import { buildResourceTree } from '../../../../lib/model/resources/resource-tree.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { anyPlace, type Subject } from './mutated.ts';
import { everyInstance, instancesAt } from './node-mutations.ts';
import { changeAt } from './places.ts';
import { referenceLookup } from '../../model/datatypes/golden-world.ts';

/** A document that contains a copy of a node without @ids. */
export type Copied = {
  readonly document: unknown;
  /** The JSON Pointer to the property with the copy. */
  readonly pointer: string;
  /** The texts of the values in the copy. */
  readonly texts: readonly string[];
};

/** Copies a node with its descendants, without the @ids of tiles and nodes. */
export function copiedNode(draw: Draw, subject: Subject): Copied | undefined {
  const root = buildResourceTree(subject.graph, subject.tiles);
  const chosen = anyPlace(draw, subject, (place) => {
    const instances = instancesAt(root, place).flatMap(everyInstance);
    // Without @ids, the elements could belong to one list or to several lists.
    const isSimple = instances.every(
      ({ node }) => !datatypeOf(node.datatype).textCodec.isPerElement,
    );
    return isSimple ? instances : undefined;
  });
  if (chosen === undefined) return undefined;
  const { place, found } = chosen;
  const listPath = place.path.slice(0, place.path.lastIndexOf(place.predicate) + 1);
  const lastStep = place.path.at(-1);
  return {
    document: changeAt(subject.document, listPath, (values) => {
      const all: readonly unknown[] = Array.isArray(values) ? values : [values];
      return [...all, withoutIdMembers(all[typeof lastStep === 'number' ? lastStep : 0])];
    }),
    pointer: jsonPointer(listPath),
    texts: found.flatMap(({ node, value }) => textsOf(node.datatype, value)).sort(),
  };
}

function withoutIdMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '@id')
      .map(([key, found]) => [key, withoutIdMembers(found)]),
  );
}

/** The texts of a value in the shape of the specification. */
function textsOf(datatype: string, value: unknown): readonly string[] {
  return value === null
    ? []
    : datatypeOf(datatype).textCodec.write(value, referenceLookup).map(unquoted);
}

/** A text that looks like JSON is written as a JSON string. */
function unquoted(text: string): string {
  const isQuoted = text.startsWith('"') && text.endsWith('"') && text.length > 1;
  return isQuoted ? String(parseLossless(text)) : text;
}

/** The texts that were added to the tiles, and those that were removed. */
export function textChanges(
  graph: CompiledGraph,
  before: readonly TreeTile[],
  after: readonly TreeTile[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [textsBefore, textsAfter] = [textsByPlace(graph, before), textsByPlace(graph, after)];
  return {
    added: textsOnlyIn(textsAfter, textsBefore),
    removed: textsOnlyIn(textsBefore, textsAfter),
  };
}

function textsByPlace(
  { nodes }: CompiledGraph,
  tiles: readonly TreeTile[],
): ReadonlyMap<string, string> {
  return new Map(
    tiles.flatMap(({ tileId, data }) =>
      nodes.flatMap(({ nodeId, datatype }) =>
        textsOf(datatype, data[nodeId] ?? null).map(
          (text, index) => [`${tileId} ${nodeId} ${index}`, text] as const,
        ),
      ),
    ),
  );
}

/** The texts of the first map that the second map does not have in the same place. */
function textsOnlyIn(
  first: ReadonlyMap<string, string>,
  second: ReadonlyMap<string, string>,
): readonly string[] {
  return [...first]
    .filter(([place, text]) => second.get(place) !== text)
    .map(([, text]) => text)
    .sort();
}
