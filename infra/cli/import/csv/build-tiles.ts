import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import { maxTiles } from '../../../../lib/model/graphs/cardinality.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import { importWarning } from '../import-problems.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

/** A nodegroup, for building tiles. */
export type CsvNodegroup = {
  readonly nodegroupId: string;
  readonly parentNodegroupId: string | null;
  readonly cardinality: '1' | 'n';
  readonly name: string;
  readonly depth: number;
};

/** The value of a cell. Its text is part of the id of the tile. */
export type CsvValue = {
  readonly nodeId: string;
  readonly nodegroupId: string;
  readonly slot: number;
  readonly text: string;
  readonly value: unknown;
};

/** The values of a row. */
export type CsvValueRow = { readonly number: number; readonly values: readonly CsvValue[] };

/** A tile in the columns of an export. */
export type BuiltTile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number;
  readonly data: Record<string, unknown>;
};

/**
 * Makes tiles of the rows of one resource instance.
 *
 * The values of one nodegroup in one row are one tile. Nested tiles of a row have one chain of parents, which is new for the row,
 * except for parents of cardinality 1: all rows share these. The same values of a nodegroup of cardinality 1 are one tile, other
 * values another one. The id of a tile depends on the texts of its cells and of those below it, not on its row: importing the same
 * rows again, all or some of them, in any order, gives the same tiles.
 */
export class TileBuilder {
  readonly #resourceId: string;
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  /** How many tiles have the same content. */
  readonly #repetitions = new Map<string, number>();
  /** The first tile of a nodegroup of cardinality 1, by nodegroup and parent tile. */
  readonly #single = new Map<string, BuiltTile>();
  /** Its other tiles, by nodegroup, parent tile and content. */
  readonly #exceeding = new Map<string, BuiltTile>();
  /** Ids of the nodegroups that have a tile with values of an earlier row. */
  readonly #filledIds = new Set<string>();
  /** The tiles of the rows since the last call of `take`, parents first. */
  readonly #tiles = new Set<BuiltTile>();
  #problems: Problem[] = [];

  constructor(resourceId: string, nodegroups: ReadonlyMap<string, CsvNodegroup>) {
    this.#resourceId = resourceId;
    this.#nodegroups = nodegroups;
  }

  /**
   * Returns the tiles of the rows that were added since the last call, and their problems. Tiles of cardinality 1 that these rows
   * share with earlier ones are among them.
   */
  take(): { readonly tiles: readonly BuiltTile[]; readonly problems: readonly Problem[] } {
    // Later rows can add values to a tile.
    const tiles = Array.from(this.#tiles, (tile) => ({ ...tile, data: { ...tile.data } }));
    const problems = this.#problems;
    this.#tiles.clear();
    this.#problems = [];
    return { tiles, problems };
  }

  addRow({ number, values }: CsvValueRow): void {
    const byNodegroup = Map.groupBy(values, ({ nodegroupId }) => nodegroupId);
    const rowTiles = new Map<string, readonly BuiltTile[]>();
    for (const nodegroup of this.#orderNodegroups(byNodegroup.keys())) {
      const ownValues = byNodegroup.get(nodegroup.nodegroupId) ?? [];
      const slots = Map.groupBy(ownValues, ({ slot }) => slot);
      const parents = rowTiles.get(nodegroup.parentNodegroupId ?? '') ?? [];
      const contents = slots.size === 0 ? [[]] : [...slots.values()];
      if (parents.length > 1 && contents.length !== parents.length) {
        this.#warnOfGuess(number, nodegroup, `${parents.length} parents of the row`);
      }
      const tiles = contents.map((content, index) => {
        const parent = parents[index] ?? parents[0];
        const below = this.#valuesBelow(nodegroup.nodegroupId, values);
        return content.length === 0
          ? this.#addParent(nodegroup, parent, below, number)
          : this.#addTile(nodegroup, parent, content, below);
      });
      rowTiles.set(nodegroup.nodegroupId, tiles);
    }
    for (const nodegroupId of byNodegroup.keys()) this.#filledIds.add(nodegroupId);
  }

  /** The nodegroups of a row with those above them, parents first. */
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

  /** The values of the nodegroups below a nodegroup. */
  #valuesBelow(nodegroupId: string, values: readonly CsvValue[]): readonly CsvValue[] {
    return values.filter((value) => {
      let ancestor = this.#nodegroups.get(value.nodegroupId)?.parentNodegroupId ?? null;
      while (ancestor !== null && ancestor !== nodegroupId) {
        ancestor = this.#nodegroups.get(ancestor)?.parentNodegroupId ?? null;
      }
      return ancestor === nodegroupId;
    });
  }

  /** Adds a tile without values, for the tiles below it. */
  #addParent(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    below: readonly CsvValue[],
    rowNumber: number,
  ): BuiltTile {
    if (maxTiles(nodegroup) === 1) return this.#addSingle(nodegroup, parent, []);
    if (this.#filledIds.has(nodegroup.nodegroupId)) {
      this.#warnOfGuess(rowNumber, nodegroup, 'tiles of earlier rows');
    }
    return this.#addTile(nodegroup, parent, [], below);
  }

  #addTile(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    content: readonly CsvValue[],
    below: readonly CsvValue[],
  ): BuiltTile {
    if (maxTiles(nodegroup) === 1) return this.#addSingle(nodegroup, parent, content);
    return this.#createTile(nodegroup, parent, contentKey([...content, ...below]), content);
  }

  /** Adds values of a nodegroup of cardinality 1: to its tile, or as another tile if its values differ. */
  #addSingle(
    nodegroup: CsvNodegroup,
    parent: BuiltTile | undefined,
    content: readonly CsvValue[],
  ): BuiltTile {
    const siblings = siblingsKey(nodegroup, parent);
    const single =
      this.#single.get(siblings) ?? this.#createTile(nodegroup, parent, 'single', content);
    this.#single.set(siblings, single);
    // In a later part of the file it is repeated, so that its record shows how many tiles there are.
    this.#tiles.add(single);
    if (content.every(({ nodeId, value }) => canHold(single, nodeId, value))) {
      Object.assign(single.data, dataOf(content));
      return single;
    }
    const key = contentKey(content);
    const exceeding =
      this.#exceeding.get(`${siblings} ${key}`) ??
      this.#createTile(nodegroup, parent, key, content);
    this.#exceeding.set(`${siblings} ${key}`, exceeding);
    this.#tiles.add(exceeding);
    return exceeding;
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
      sortorder: 0,
      data: dataOf(content),
    };
    this.#tiles.add(tile);
    return tile;
  }

  #deriveId(nodegroupId: string, parent: BuiltTile | undefined, key: string): string {
    const name = ['csv', nodegroupId, parent?.tileid ?? '', key].join(' ');
    const repetition = this.#repetitions.get(name) ?? 0;
    this.#repetitions.set(name, repetition + 1);
    // Stored tiles have ids with this last digit.
    return nameUuid(this.#resourceId, `${name} ${repetition} 0`);
  }

  #warnOfGuess(rowNumber: number, { name }: CsvNodegroup, others: string): void {
    const message = `Row ${rowNumber}: the parent tile in or above the nodegroup ${name} is guessed: the values may also belong to ${others}.`;
    this.#problems.push(
      importWarning('guessed_parent_tile', message, {
        pointer: `/${rowNumber - 1}`,
        record: this.#resourceId,
      }),
    );
  }
}

function siblingsKey({ nodegroupId }: CsvNodegroup, parent: BuiltTile | undefined): string {
  return `${nodegroupId} ${parent?.tileid ?? ''}`;
}

function dataOf(content: readonly CsvValue[]): Record<string, unknown> {
  return Object.fromEntries(content.map(({ nodeId, value }) => [nodeId, value]));
}

/** Whether a tile has no other value of a node. */
function canHold({ data }: BuiltTile, nodeId: string, value: unknown): boolean {
  return !Object.hasOwn(data, nodeId) || isEqualValue(data[nodeId], value);
}

function contentKey(values: readonly CsvValue[]): string {
  const texts = values.map(({ nodeId, text }) => [nodeId, text] as const);
  return JSON.stringify(
    texts.toSorted(([oneId, one], [otherId, other]) =>
      oneId === otherId ? compare(one, other) : compare(oneId, otherId),
    ),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
