import { evaluateAccess, type Access } from './access.ts';
import type { AccessTables, Tables } from './tables.ts';

export const worldLanguages = ['en-US', 'de'] as const;

export type WorldLanguage = (typeof worldLanguages)[number];

export const worldDatatypes = [
  'string',
  'number',
  'boolean',
  'date',
  'url',
  'file-list',
  'concept',
  'concept-list',
  'resource-instance',
  'resource-instance-list',
  'geojson-feature-collection',
] as const;

export type WorldDatatype = (typeof worldDatatypes)[number];

export type WorldNode = {
  readonly id: string;
  readonly name: string;
  readonly fieldName: string | null;
  /** Semantic nodes have no value. */
  readonly datatype: WorldDatatype | 'semantic';
  readonly config: { readonly trueLabel?: string; readonly falseLabel?: string };
  /** As in the model file: an IRI, or a name relative to the model. */
  readonly ontologyClass: string | null;
  /** The property of the edge to the node, written like the class. */
  readonly ontologyProperty: string | null;
};

export type WorldNodegroup = {
  /** The id of its first node. */
  readonly id: string;
  readonly graphId: string;
  readonly parentId: string | null;
  /** Whether its own card is hidden. */
  readonly isHidden: boolean;
  readonly nodes: readonly WorldNode[];
};

export const worldTextKinds = ['name', 'description', 'map_popup'] as const;

export type WorldTextKind = (typeof worldTextKinds)[number];

/** The template of a text: its words, and the nodes whose values it takes from the first tile of a nodegroup. */
export type WorldTemplate = {
  readonly words: string;
  readonly nodegroupId: string;
  readonly nodeIds: readonly string[];
};

export type WorldModel = {
  readonly graphId: string;
  readonly slug: string;
  readonly rootId: string;
  /** The class of the root. A model without it has no ontology, even if its nodes have classes. */
  readonly rootClass: string | null;
  readonly nodegroups: readonly WorldNodegroup[];
  readonly templates: Readonly<Partial<Record<WorldTextKind, WorldTemplate>>>;
};

export type WorldValue = {
  /** The value as in files of business data. */
  readonly stored: unknown;
  /** The sentinels of its display value. */
  readonly displayed: Readonly<Record<WorldLanguage, readonly string[]>>;
  /** The resource instances that it refers to; its display value shows their names. */
  readonly refersTo: readonly string[];
  /** Its features: the geometry type, the sentinels of the geometry, and those of geometry and properties. */
  readonly features: readonly {
    readonly type: string;
    readonly coordinates: readonly string[];
    readonly sentinels: readonly string[];
  }[];
};

/** A provisional edit of a tile by an account. */
export type Proposal = { readonly author: number; readonly proposed: string };

export type WorldTile = {
  readonly id: string;
  readonly nodegroupId: string;
  readonly parentId: string | null;
  readonly sortOrder: number;
  /** By node id; nodes without a value are left out. */
  readonly values: Readonly<Record<string, WorldValue>>;
  readonly proposals: readonly Proposal[];
};

/** A relation between resource instances that no tile stores. */
export type WorldRelation = { readonly from: string; readonly to: string; readonly note: string };

/** A past edit of a resource instance, with the values that it removed. */
export type PastEdit =
  | {
      readonly kind: 'tile edit' | 'tile delete';
      readonly tileId: string;
      readonly nodegroupId: string;
      /** The values before the edit. */
      readonly values: WorldTile['values'];
    }
  | { readonly kind: 'relation delete'; readonly relation: WorldRelation }
  /** A deletion. A resource instance that still exists was created again with its id. */
  | {
      readonly kind: 'delete';
      readonly name: string;
      readonly hadGrants: boolean;
    };

export type WorldResource = {
  readonly id: string;
  readonly graphId: string;
  readonly legacyId: string | null;
  readonly tiles: readonly WorldTile[];
  /** In the order of time; each tile is edited at most once. */
  readonly past: readonly PastEdit[];
};

export type DeletedResource = Pick<WorldResource, 'id' | 'graphId' | 'past'>;

export type WorldConcept = {
  readonly id: string;
  /** The concept above; null for a top concept. */
  readonly parentId: string | null;
  readonly labels: Readonly<Record<WorldLanguage, { readonly id: string; readonly text: string }>>;
  readonly note: { readonly id: string; readonly text: string };
};

export type WorldThesaurus = {
  readonly schemeId: string;
  readonly title: { readonly id: string; readonly text: string };
  readonly concepts: readonly WorldConcept[];
  /** The collection of all concepts. */
  readonly collection: {
    readonly id: string;
    readonly label: { readonly id: string; readonly text: string };
  };
};

/** Accounts, groups and grants, as their tables store them. */
export type WorldRights = Pick<
  Tables,
  'account' | 'account_group' | 'group_member' | 'nodegroup_grant' | 'resource_grant'
>;

/** Models, data and rights: everything that the answers of the service depend on. */
export type World = {
  readonly models: readonly WorldModel[];
  readonly thesaurus: WorldThesaurus;
  readonly resources: readonly WorldResource[];
  readonly deleted: readonly DeletedResource[];
  readonly relations: readonly WorldRelation[];
  readonly rights: WorldRights;
};

export function listNodegroups(world: Pick<World, 'models'>): readonly WorldNodegroup[] {
  return world.models.flatMap((model) => model.nodegroups);
}

/** @throws Error if no item has the id */
export function findById<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
): Item {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`The world has nothing with the id ${id}.`);
  return item;
}

/**
 * Finds the model of a resource instance or a nodegroup.
 * @throws Error if the world has no such model
 */
export function findModel(
  { models }: Pick<World, 'models'>,
  { graphId }: { readonly graphId: string },
): WorldModel {
  const model = models.find((candidate) => candidate.graphId === graphId);
  if (model === undefined) throw new Error(`The world has no model with the id ${graphId}.`);
  return model;
}

/** The nodegroup and its ancestors, the nearest first. */
export function listWithAncestors(
  nodegroups: readonly WorldNodegroup[],
  nodegroup: WorldNodegroup,
): readonly WorldNodegroup[] {
  if (nodegroup.parentId === null) return [nodegroup];
  return [nodegroup, ...listWithAncestors(nodegroups, findById(nodegroups, nodegroup.parentId))];
}

/** Whether a node takes its values from the collection of the thesaurus. */
export function takesConcepts({ datatype }: Pick<WorldNode, 'datatype'>): boolean {
  return datatype === 'concept' || datatype === 'concept-list';
}

/** The property name of a node in GeoJSON. */
export function propertyNameOf({ name, fieldName }: WorldNode): string {
  return fieldName ?? name.toLowerCase().replace(' ', '_');
}

export function collectStoredData(values: WorldTile['values']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([nodeId, { stored }]) => [nodeId, stored]));
}

export function createTileRow(resourceId: string, tile: WorldTile): AccessTables['tile'][number] {
  return {
    tile_id: tile.id,
    resource_id: resourceId,
    nodegroup_id: tile.nodegroupId,
    parent_tile_id: tile.parentId,
    sort_order: tile.sortOrder,
    position: 0,
    data: collectStoredData(tile.values),
    provisional_edits: Object.fromEntries(
      tile.proposals.map(({ author, proposed }) => [
        author,
        { value: { [tile.nodegroupId]: proposed }, status: 'review', action: 'update' },
      ]),
    ),
  };
}

function accessTablesOf({ resources, rights, ...world }: World): AccessTables {
  return {
    ...rights,
    nodegroup: listNodegroups(world).map(({ id, graphId, parentId }) => ({
      nodegroup_id: id,
      graph_id: graphId,
      parent_nodegroup_id: parentId,
    })),
    resource: resources.map(({ id, graphId }) => ({
      resource_id: id,
      graph_id: graphId,
      descriptors: {},
    })),
    tile: resources.flatMap(({ id, tiles }) => tiles.map((tile) => createTileRow(id, tile))),
  };
}

const accessInWorlds = new WeakMap<World, Map<number | null, Access>>();

/** What a caller is allowed to see and do in a world. Worlds do not change, so the rights of each caller are evaluated only once. */
export function accessIn(world: World, accountId: number | null): Access {
  const accessByAccount = accessInWorlds.get(world) ?? new Map<number | null, Access>();
  accessInWorlds.set(world, accessByAccount);
  const access = accessByAccount.get(accountId) ?? evaluateAccess(accessTablesOf(world), accountId);
  accessByAccount.set(accountId, access);
  return access;
}

/** The tiles of a visible resource instance that a caller is allowed to read. */
export function listReadableTiles(
  access: Access,
  { id, tiles }: WorldResource,
): readonly WorldTile[] {
  const readable = access.readableTiles(id);
  return tiles.filter((tile) => readable.has(tile.id));
}
