import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import type { CsvNodegroup, CsvValue } from './csv-values.ts';
import { isEqualValue, valueKey } from '../../../../lib/model/change/compare-values.ts';

/** Values of which a parent tile can have one each, by node: those of nodegroups of cardinality 1 below it. */
type SingleValues = ReadonlyMap<string, unknown>;

/**
 * The parent tiles that earlier rows have begun, and that a later row may continue. It may continue a parent unless a value that this can
 * have only once differs: one with contract A gets no contract B, but any number of change orders. A row that continues the last one
 * begins none, and its values count as those of the last one.
 * @rule Imports and exports: When is the parent of a nested tile of CSV a guess?
 */
class EarlierParents {
  #last: Map<string, unknown> | undefined;
  readonly #before = new ParentIndex();

  /** Adds a parent that a row begins, with the values of the row. */
  begin(values: SingleValues): void {
    if (this.#last !== undefined) this.#before.add(this.#last);
    this.#last = new Map(values);
  }

  /** Continues a parent with the values of a row. @returns whether there is one, so that the parent is a guess; otherwise the row begins one */
  continue(values: SingleValues): boolean {
    if (this.#last === undefined || !mayHold(this.#last, values)) {
      if (this.#before.mayHold(values)) return true;
      this.begin(values);
      return false;
    }
    for (const [nodeId, value] of values) this.#last.set(nodeId, value);
    return true;
  }
}

function mayHold(parent: SingleValues, values: SingleValues): boolean {
  return Array.from(values).every(
    ([nodeId, value]) => !parent.has(nodeId) || isEqualValue(parent.get(nodeId), value),
  );
}

/** The values of some nodes: each different combination as a key. */
type Projection = { readonly nodeIds: readonly string[]; readonly keys: Set<string> };

/** The parents with values of the same nodes. */
type Shape = {
  readonly nodeIds: readonly string[];
  /** Each different one, by its key. */
  readonly parents: Map<string, SingleValues>;
  /** By node ids. */
  readonly projections: Map<string, Projection>;
};

/** Parents whose values no longer change, in which a search takes the same time however many they are. */
class ParentIndex {
  /** By node ids. */
  readonly #shapes = new Map<string, Shape>();

  add(values: SingleValues): void {
    const nodeIds = [...values.keys()].toSorted();
    const name = nodeIds.join(' ');
    const shape: Shape = this.#shapes.get(name) ?? {
      nodeIds,
      parents: new Map(),
      projections: new Map(),
    };
    this.#shapes.set(name, shape);
    shape.parents.set(createKey(values, nodeIds), values);
    for (const projection of shape.projections.values())
      projection.keys.add(createKey(values, projection.nodeIds));
  }

  mayHold(values: SingleValues): boolean {
    return [...this.#shapes.values()].some((shape) => {
      const common = shape.nodeIds.filter((nodeId) => values.has(nodeId));
      return project(shape, common).keys.has(createKey(values, common));
    });
  }
}

function project({ parents, projections }: Shape, nodeIds: readonly string[]): Projection {
  const name = nodeIds.join(' ');
  const projection = projections.get(name) ?? {
    nodeIds,
    keys: new Set(Array.from(parents.values(), (values) => createKey(values, nodeIds))),
  };
  projections.set(name, projection);
  return projection;
}

function createKey(values: SingleValues, nodeIds: readonly string[]): string {
  return nodeIds.map((nodeId) => valueKey(values.get(nodeId))).join(' ');
}

/** A parent tile of a row: its nodegroup, of which there may be several, the tile above, and the values of the row below. */
export type RowParent = {
  readonly nodegroupId: string;
  readonly parentTileId: string | null;
  readonly descendantValues: readonly CsvValue[];
};

/** The parent tiles of the rows of a resource instance, to find out which of later rows are guesses. */
export class BegunParents {
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  readonly #parentNodegroupIds: ReadonlySet<string | null>;
  /** By nodegroup and parent tile. */
  readonly #earlierParents = new Map<string, EarlierParents>();

  constructor(nodegroups: ReadonlyMap<string, CsvNodegroup>) {
    this.#nodegroups = nodegroups;
    this.#parentNodegroupIds = new Set(
      Array.from(nodegroups.values(), ({ parentNodegroupId }) => parentNodegroupId),
    );
  }

  /** Adds a tile with values of its own. */
  begin(parent: RowParent): void {
    if (!this.#parentNodegroupIds.has(parent.nodegroupId)) return;
    this.#findEarlierParents(parent).begin(this.#findSingleValues(parent));
  }

  /** Adds a tile without values. @returns whether it is a guess, because the values below it may also belong to a tile of an earlier row */
  continue(parent: RowParent): boolean {
    return this.#findEarlierParents(parent).continue(this.#findSingleValues(parent));
  }

  #findEarlierParents({ nodegroupId, parentTileId }: RowParent): EarlierParents {
    const key = siblingKey({ nodegroupId, parentTileId });
    const parents = this.#earlierParents.get(key) ?? new EarlierParents();
    this.#earlierParents.set(key, parents);
    return parents;
  }

  /** Returns the values in nodegroups of which the tile can have one tile below it. */
  #findSingleValues({ nodegroupId, descendantValues }: RowParent): SingleValues {
    const single = descendantValues.filter((value) => {
      let nodegroup = this.#nodegroups.get(value.nodegroupId);
      while (nodegroup !== undefined && nodegroup.nodegroupId !== nodegroupId) {
        if (maxTiles(nodegroup) > 1) return false;
        nodegroup = this.#nodegroups.get(nodegroup.parentNodegroupId ?? '');
      }
      return true;
    });
    return new Map(single.map(({ nodeId, value }) => [nodeId, value]));
  }
}
