import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import { base } from '../mill.ts';

/** A node object of a document in the shape of the specification, with its path. */
export type Place = {
  /** The keys and positions that lead to the node object. */
  readonly path: readonly (string | number)[];
  readonly pointer: string;
  /** The predicate that leads to the node object. */
  readonly predicate: string;
  /** Null for a node without a nodegroup. */
  readonly tileId: string | null;
  readonly nodeId: string;
  /** The index in a concept list; null for a node object that is no element of a list. */
  readonly element: number | null;
};

const nodeUriPath = /^\/(?:tile\/([^/]+)\/node|resources\/[^/#]+)[/#]([^/#]+?)(?:#(\d+))?$/;

function placeOf(path: Place['path'], predicate: string, id: unknown): Place | undefined {
  if (typeof id !== 'string' || !id.startsWith(base)) return undefined;
  const [, tileId = null, nodeId, element = null] = nodeUriPath.exec(id.slice(base.length)) ?? [];
  if (nodeId === undefined) return undefined;
  return {
    path,
    pointer: jsonPointer(path),
    predicate,
    tileId,
    nodeId,
    element: element === null ? null : Number(element),
  };
}

/** Every node object below the root of a document in the shape of the specification. */
export function placesIn(document: unknown, path: Place['path'] = []): readonly Place[] {
  if (!isObject(document)) return [];
  return Object.entries(document).flatMap(([predicate, found]) => {
    if (predicate.startsWith('@')) return [];
    const values = Array.isArray(found) ? [...found.entries()] : [[null, found] as const];
    return values.flatMap(([index, value]) => {
      if (!isObject(value)) return [];
      const below = [...path, predicate, ...(index === null ? [] : [index])];
      return [placeOf(below, predicate, value['@id']) ?? [], placesIn(value, below)].flat();
    });
  });
}

/**
 * A copy of the document with another value at the path.
 * @param change returns the new value, or undefined to remove the member or element
 */
export function changeAt(
  document: unknown,
  [step, ...rest]: Place['path'],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(document);
  if (Array.isArray(document)) {
    const values = document.map((value: unknown, index) =>
      index === step ? changeAt(value, rest, change) : value,
    );
    return values.filter((value) => value !== undefined);
  }
  if (!isObject(document)) return document;
  const members = Object.entries(document).map(
    ([key, value]) => [key, key === step ? changeAt(value, rest, change) : value] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
