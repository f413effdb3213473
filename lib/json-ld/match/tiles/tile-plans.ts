import type { IntendedTile } from '../../../model/change/intended.ts';
import type { StoredTile } from '../../../model/change/stored.ts';
import { parseTileId, type NodegroupId, type TileId } from '../../../model/ids.ts';

/** A tile as it comes about while a document is read. */
export type TilePlan = {
  readonly tileId: TileId;
  /** The id that the document gives it; null where it gives none. */
  readonly named: string | null;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  readonly stored: StoredTile | undefined;
  /** JSON Pointer to what stands for it. */
  readonly pointer: string;
  readonly data: Map<string, unknown>;
  readonly pointers: Map<string, string>;
  /** The nodes of which the document has an instance in this tile. */
  readonly placed: Set<string>;
};

/** The tiles of a document by their ids. */
export type TilePlans = {
  readonly all: () => readonly TilePlan[];
  readonly byId: (tileId: string) => TilePlan | undefined;
  /** The tile of a nodegroup below another one, or at the top; undefined where there is none yet. */
  readonly onlyAt: (
    parent: TilePlan | null,
    nodegroup: { readonly nodegroupId: NodegroupId },
  ) => TilePlan | undefined;
  readonly add: (plan: TilePlan) => void;
};

export function tilePlans(): TilePlans {
  const plans = new Map<string, TilePlan>();
  const places = new Map<string, TilePlan>();
  const placeOf = (parentTileId: string | null, nodegroupId: string): string =>
    `${parentTileId ?? ''} ${nodegroupId}`;
  return {
    all: () => [...plans.values()],
    byId: (tileId) => plans.get(tileId),
    onlyAt: (parent, { nodegroupId }) => places.get(placeOf(parent?.tileId ?? null, nodegroupId)),
    add: (plan) => {
      plans.set(plan.tileId, plan);
      places.set(placeOf(plan.parentTileId, plan.nodegroupId), plan);
    },
  };
}

/** A plan that holds what is stored, before the document says otherwise. */
export function newPlan(
  tileId: string,
  nodegroupId: NodegroupId,
  rest: Pick<TilePlan, 'named' | 'parentTileId' | 'stored' | 'pointer'>,
): TilePlan {
  return {
    ...rest,
    tileId: parseTileId(tileId),
    nodegroupId,
    data: new Map(Object.entries(rest.stored?.data ?? {})),
    pointers: new Map(),
    placed: new Set(),
  };
}

export function intendedTile(plan: TilePlan): IntendedTile {
  const { tileId, nodegroupId, parentTileId, pointer, data, pointers } = plan;
  return {
    tileId,
    nodegroupId,
    parentTileId,
    sortOrder: undefined,
    data: Object.fromEntries(data),
    pointers: Object.fromEntries(pointers),
    pointer,
  };
}
