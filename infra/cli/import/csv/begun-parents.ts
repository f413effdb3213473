import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import type { CsvNodegroup, CsvValue } from './csv-values.ts';
import { EarlierParents, type SingleValues } from './earlier-parents.ts';

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
