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
 * except for parents of cardinality 1: all rows share these. The id of a tile depends on the texts of its cells and of those
 * below it, not on its row: importing the same rows again, all or some of them, in any order, gives the same tiles.
 */
export class TileBuilder {
  readonly tiles: BuiltTile[] = [];
  readonly problems: Problem[] = [];
  readonly #resourceId: string;
  readonly #run: number;
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  /** How many tiles have the same content. */
  readonly #repetitions = new Map<string, number>();
  /** The only tile of a nodegroup of cardinality 1, by nodegroup and parent tile. */
  readonly #single = new Map<string, BuiltTile>();
  /** Ids of the nodegroups that have a tile with values of an earlier row. */
  readonly #filledIds = new Set<string>();

  /** @param run how many groups of rows of the resource instance came before in the file */
  constructor(resourceId: string, nodegroups: ReadonlyMap<string, CsvNodegroup>, run: number) {
    this.#resourceId = resourceId;
    this.#nodegroups = nodegroups;
    this.#run = run;
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
    const single = this.#single.get(siblingsKey(nodegroup, parent));
    if (single !== undefined) return single;
    if (maxTiles(nodegroup) > 1 && this.#filledIds.has(nodegroup.nodegroupId)) {
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
    const data = Object.fromEntries(content.map(({ nodeId, value }) => [nodeId, value]));
    const isSingle = maxTiles(nodegroup) === 1;
    const siblings = siblingsKey(nodegroup, parent);
    const single = this.#single.get(siblings);
    if (single !== undefined && !Object.keys(data).some((id) => Object.hasOwn(single.data, id))) {
      Object.assign(single.data, data);
      return single;
    }
    const key = isSingle && single === undefined ? 'single' : contentKey(content, below);
    const tile: BuiltTile = {
      tileid: this.#deriveId(nodegroup.nodegroupId, parent, key),
      nodegroup_id: nodegroup.nodegroupId,
      parenttile_id: parent?.tileid ?? null,
      sortorder: 0,
      data,
    };
    this.tiles.push(tile);
    if (isSingle && single === undefined) this.#single.set(siblings, tile);
    return tile;
  }

  #deriveId(nodegroupId: string, parent: BuiltTile | undefined, key: string): string {
    const name = ['csv', nodegroupId, parent?.tileid ?? '', key].join(' ');
    const repetition = this.#repetitions.get(name) ?? 0;
    this.#repetitions.set(name, repetition + 1);
    // The run tells tiles with the same content apart if the rows of the resource instance are scattered over the file.
    const run = key === 'single' ? 0 : this.#run;
    return nameUuid(this.#resourceId, `${name} ${repetition} ${run}`);
  }

  #warnOfGuess(rowNumber: number, { name }: CsvNodegroup, others: string): void {
    const message = `Row ${rowNumber}: the parent tile in or above the nodegroup ${name} is guessed: the values may also belong to ${others}.`;
    this.problems.push(
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

function contentKey(content: readonly CsvValue[], below: readonly CsvValue[]): string {
  const texts = [...content, ...below].map(({ nodeId, text }) => [nodeId, text] as const);
  return JSON.stringify(
    texts.toSorted(([oneId, one], [otherId, other]) =>
      oneId === otherId ? compare(one, other) : compare(oneId, otherId),
    ),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
