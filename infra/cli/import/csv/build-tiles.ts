import { compareCodeUnits } from '../../../../lib/model/pick-language.ts';
import type { CsvNodegroup, CsvValue, CsvValueRow, IdentifiedTile } from './csv-values.ts';
import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { BegunParents, type RowParent } from './begun-parents.ts';
import { importWarning } from '../import-problems.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

/** A tile in the format of business data. */
export type BuiltTile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  /** Null, so that the tile gets a place by its row. */
  readonly sortorder: null;
  readonly data: Record<string, unknown>;
};

/**
 * Builds the tiles of one resource instance from its rows.
 *
 * The values of one nodegroup in one row become one tile. Nested tiles of a row get parent tiles of their own; only parent tiles of
 * cardinality 1 are shared by all rows. In a nodegroup of cardinality 1, equal values of several rows become one tile, and different
 * values become another one. The id of a tile is derived from the texts of its cells and of the cells of the tiles below it, not from its
 * row. So importing the same rows again, all or some of them, in any order, gives the same tiles.
 * @rule Imports and exports: How do rows of CSV become tiles, and which ids have these?
 */
export class TileBuilder {
  readonly #resourceId: string;
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  /** The number of tiles with the same content, by nodegroup, parent tile and content. */
  readonly #repetitions = new Map<string, number>();
  /** The first tile of a nodegroup of cardinality 1, by nodegroup and parent tile. */
  readonly #firstTiles = new Map<string, BuiltTile>();
  /** The further tiles of a nodegroup of cardinality 1, by nodegroup, parent tile and content. */
  readonly #furtherTiles = new Map<string, BuiltTile>();
  readonly #begunParents: BegunParents;
  /** The tiles of the rows since the last call of `take`, parents first. */
  readonly #tiles = new Set<BuiltTile>();
  #problems: Problem[] = [];

  constructor(resourceId: string, nodegroups: ReadonlyMap<string, CsvNodegroup>) {
    this.#resourceId = resourceId;
    this.#nodegroups = nodegroups;
    this.#begunParents = new BegunParents(nodegroups);
  }

  /**
   * Returns and removes the tiles and problems of the rows that were added since the last call. Includes tiles of cardinality 1 that these
   * rows share with earlier rows.
   */
  take(): { readonly tiles: readonly BuiltTile[]; readonly problems: readonly Problem[] } {
    // Copies are returned, because later rows may add values to a tile.
    const tiles = Array.from(this.#tiles, (tile) => ({ ...tile, data: { ...tile.data } }));
    const problems = this.#problems;
    this.#tiles.clear();
    this.#problems = [];
    return { tiles, problems };
  }

  /** Adds the tiles of a row, with their parent tiles. */
  addRow({ number, values, tiles: tileCounts }: CsvValueRow): void {
    const valuesByNodegroup = Map.groupBy(values, ({ nodegroupId }) => nodegroupId);
    const rowTiles = new Map<string, readonly BuiltTile[]>();
    for (const nodegroup of this.#orderNodegroups(valuesByNodegroup.keys())) {
      const nodegroupValues = valuesByNodegroup.get(nodegroup.nodegroupId) ?? [];
      const valuesBySlot = Map.groupBy(nodegroupValues, ({ slot }) => slot);
      const parents = rowTiles.get(nodegroup.parentNodegroupId ?? '') ?? [];
      const tileCount = tileCounts?.get(nodegroup.nodegroupId) ?? 0;
      const places = new Set([...valuesBySlot.keys(), ...Array(tileCount).keys()]);
      const slots = [...places].toSorted((one, other) => one - other);
      const contents =
        slots.length === 0 ? [[]] : slots.map((slot) => valuesBySlot.get(slot) ?? []);
      if (parents.length > 1 && contents.length !== parents.length) {
        this.#warnOfGuess(
          number,
          nodegroup,
          `another of the ${parents.length} parent tiles of the row`,
        );
      }
      const tiles = contents.map((content, index) => {
        const parent = parents[index] ?? parents[0];
        const descendantValues = this.#findDescendantValues(nodegroup.nodegroupId, values);
        return content.length === 0 && tileCount === 0
          ? this.#addParent(nodegroup, parent, descendantValues, number)
          : this.#addTile(nodegroup, parent, content, descendantValues);
      });
      rowTiles.set(nodegroup.nodegroupId, tiles);
    }
  }

  /**
   * Adds a tile with an id, with the parent tiles of which there is one at most.
   * @returns whether its parent tile is known
   */
  addIdentifiedTile({ nodegroupId, tileId, parentTileId, values }: IdentifiedTile): boolean {
    const parentNodegroupId = this.#nodegroups.get(nodegroupId)?.parentNodegroupId ?? null;
    const parent = parentTileId ?? this.#addSingleParents(parentNodegroupId)?.tileid ?? null;
    if (parent === null && parentNodegroupId !== null) return false;
    this.#tiles.add({
      tileid: tileId,
      nodegroup_id: nodegroupId,
      parenttile_id: parent,
      sortorder: null,
      data: toTileData(values),
    });
    return true;
  }

  /** Adds the tiles of a nodegroup and those above it. @returns undefined if there may be several */
  #addSingleParents(nodegroupId: string | null): BuiltTile | undefined {
    const nodegroup = this.#nodegroups.get(nodegroupId ?? '');
    if (nodegroup === undefined || maxTiles(nodegroup) > 1) return undefined;
    const parent = this.#addSingleParents(nodegroup.parentNodegroupId);
    if (parent === undefined && nodegroup.parentNodegroupId !== null) return undefined;
    return this.#addToSingleTile(nodegroup, parent, []);
  }

  /** Returns the nodegroups of a row and their ancestors, parents first. */
  #orderNodegroups(ids: Iterable<string>): readonly CsvNodegroup[] {
    const ordered = new Map<string, CsvNodegroup>();
    for (const id of ids) {
      let nodegroup = this.#nodegroups.get(id);
      while (nodegroup !== undefined && !ordered.has(nodegroup.nodegroupId)) {
        ordered.set(nodegroup.nodegroupId, nodegroup);
        nodegroup = this.#nodegroups.get(nodegroup.parentNodegroupId ?? '');
      }
    }
    return [...ordered.values()].toSorted((one, other) => one.depth - other.depth);
  }

  /** Returns the values of the descendants of a nodegroup. */
  #findDescendantValues(nodegroupId: string, values: readonly CsvValue[]): readonly CsvValue[] {
    return values.filter((value) => {
      let ancestor = this.#nodegroups.get(value.nodegroupId)?.parentNodegroupId ?? null;
      while (ancestor !== null && ancestor !== nodegroupId) {
        ancestor = this.#nodegroups.get(ancestor)?.parentNodegroupId ?? null;
      }
      return ancestor === nodegroupId;
    });
  }

  /** Adds a tile without values, as the parent of other tiles. */
  #addParent(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    descendantValues: readonly CsvValue[],
    rowNumber: number,
  ): BuiltTile {
    if (maxTiles(nodegroup) === 1) return this.#addToSingleTile(nodegroup, parent, []);
    const rowParent = toRowParent(nodegroup, parent, descendantValues);
    if (this.#begunParents.continue(rowParent)) {
      this.#warnOfGuess(rowNumber, nodegroup, 'a tile of an earlier row');
    }
    return this.#createTile(nodegroup, parent, createContentKey(descendantValues), []);
  }

  #addTile(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    content: readonly CsvValue[],
    descendantValues: readonly CsvValue[],
  ): BuiltTile {
    if (maxTiles(nodegroup) === 1) return this.#addToSingleTile(nodegroup, parent, content);
    this.#begunParents.begin(toRowParent(nodegroup, parent, descendantValues));
    return this.#createTile(
      nodegroup,
      parent,
      createContentKey([...content, ...descendantValues]),
      content,
    );
  }

  /** Adds values of a nodegroup of cardinality 1 to its tile, or as another tile if that has other values. */
  #addToSingleTile(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    content: readonly CsvValue[],
  ): BuiltTile {
    const siblings = siblingKey({
      nodegroupId: nodegroup.nodegroupId,
      parentTileId: parent?.tileid ?? null,
    });
    const firstTile =
      this.#firstTiles.get(siblings) ?? this.#createTile(nodegroup, parent, 'single', content);
    this.#firstTiles.set(siblings, firstTile);
    // The tile is repeated in later parts of the file, so that the check of cardinality sees all tiles of the nodegroup.
    this.#tiles.add(firstTile);
    if (content.every(({ nodeId, value }) => hasNoOtherValue(firstTile, nodeId, value))) {
      Object.assign(firstTile.data, toTileData(content));
      return firstTile;
    }
    const key = createContentKey(content);
    const furtherTile =
      this.#furtherTiles.get(`${siblings} ${key}`) ??
      this.#createTile(nodegroup, parent, key, content);
    this.#furtherTiles.set(`${siblings} ${key}`, furtherTile);
    this.#tiles.add(furtherTile);
    return furtherTile;
  }

  #createTile(
    { nodegroupId }: CsvNodegroup,
    parent: BuiltTile | undefined,
    key: string,
    content: readonly CsvValue[],
  ): BuiltTile {
    const tile: BuiltTile = {
      tileid: this.#deriveId(nodegroupId, parent, key),
      nodegroup_id: nodegroupId,
      parenttile_id: parent?.tileid ?? null,
      sortorder: null,
      data: toTileData(content),
    };
    this.#tiles.add(tile);
    return tile;
  }

  #deriveId(nodegroupId: string, parent: BuiltTile | undefined, key: string): string {
    const name = ['csv', nodegroupId, parent?.tileid ?? '', key].join(' ');
    const repetition = this.#repetitions.get(name) ?? 0;
    this.#repetitions.set(name, repetition + 1);
    // The ` 0` is kept so that the ids equal those of tiles that are already stored.
    return deriveNameUuid(this.#resourceId, `${name} ${repetition} 0`);
  }

  #warnOfGuess(rowNumber: number, { name }: CsvNodegroup, alternative: string): void {
    const message = `Row ${rowNumber}: the parent tile of values in or below the nodegroup ${name} is a guess. They may also belong to ${alternative}. Check the imported tiles.`;
    this.#problems.push(
      importWarning('guessed_parent_tile', message, {
        pointer: `/${rowNumber - 1}`,
        record: this.#resourceId,
      }),
    );
  }
}

function toRowParent(
  { nodegroupId }: CsvNodegroup,
  parent: BuiltTile | undefined,
  descendantValues: readonly CsvValue[],
): RowParent {
  return { nodegroupId, parentTileId: parent?.tileid ?? null, descendantValues };
}

function toTileData(content: readonly CsvValue[]): Record<string, unknown> {
  return Object.fromEntries(content.map(({ nodeId, value }) => [nodeId, value]));
}

/** Returns whether a tile has no value of a node, or an equal one. */
function hasNoOtherValue({ data }: BuiltTile, nodeId: string, value: unknown): boolean {
  return !Object.hasOwn(data, nodeId) || isEqualValue(data[nodeId], value);
}

function createContentKey(values: readonly CsvValue[]): string {
  const texts = values.map(({ nodeId, text }) => [nodeId, text] as const);
  return JSON.stringify(
    texts.toSorted(([oneId, one], [otherId, other]) =>
      oneId === otherId ? compareCodeUnits(one, other) : compareCodeUnits(oneId, otherId),
    ),
  );
}
