export const languages = ['en-US', 'de'] as const;

export type Language = (typeof languages)[number];

export const datatypes = [
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

export type Datatype = (typeof datatypes)[number];

export type Node = {
  readonly id: string;
  readonly name: string;
  readonly fieldName: string | null;
  /** Semantic nodes have no value. */
  readonly datatype: Datatype | 'semantic';
  readonly config: { readonly trueLabel?: string; readonly falseLabel?: string };
  /** As the model writes it: an IRI, or a name of the model's own. */
  readonly ontologyClass: string | null;
  /** Of the edge that leads to the node, written like the class. */
  readonly ontologyProperty: string | null;
};

export type Nodegroup = {
  /** That of its first node. */
  readonly id: string;
  readonly graphId: string;
  readonly parentId: string | null;
  /** Whether its own card is marked as not visible. */
  readonly isHidden: boolean;
  readonly nodes: readonly Node[];
};

export const textKinds = ['name', 'description', 'map_popup'] as const;

export type TextKind = (typeof textKinds)[number];

/** What a text about a resource instance is made of: some words, and the values of nodes of the first tile of a nodegroup. */
export type Template = {
  readonly words: string;
  readonly nodegroupId: string;
  readonly nodeIds: readonly string[];
};

export type Model = {
  readonly graphId: string;
  readonly slug: string;
  readonly rootId: string;
  /** The class of the root. A model without it has no ontology, whatever its nodes have. */
  readonly rootClass: string | null;
  readonly nodegroups: readonly Nodegroup[];
  readonly templates: Readonly<Partial<Record<TextKind, Template>>>;
};

/** A value of a tile. */
export type Value = {
  /** As business data holds it. */
  readonly stored: unknown;
  /** The sentinels of its display. */
  readonly shown: Readonly<Record<Language, readonly string[]>>;
  /** The resource instances that it refers to, whose names its display shows. */
  readonly refersTo: readonly string[];
  /** The features in it: the geometry type, the sentinels of the geometry, and those of geometry and properties. */
  readonly features: readonly {
    readonly type: string;
    readonly coordinates: readonly string[];
    readonly shown: readonly string[];
  }[];
};

/** Somebody's provisional edit of a tile. */
export type Edit = { readonly author: number; readonly proposed: string };

export type Tile = {
  readonly id: string;
  readonly nodegroupId: string;
  readonly parentId: string | null;
  readonly sortOrder: number;
  /** By node id; a node that is not there has no value. */
  readonly values: Readonly<Record<string, Value>>;
  readonly edits: readonly Edit[];
};

/** A relation to another resource instance, or from it, that no tile holds. */
export type Relation = { readonly from: string; readonly to: string; readonly note: string };

/** What was done to a resource instance since it was created, and what was lost by it. */
export type PastEdit =
  | {
      readonly kind: 'tile edit' | 'tile delete';
      readonly tileId: string;
      readonly nodegroupId: string;
      /** What the tile held before. */
      readonly values: Tile['values'];
    }
  | { readonly kind: 'relation delete'; readonly relation: Relation }
  /** It was deleted; where it is there, it was created again under its id. */
  | {
      readonly kind: 'delete';
      readonly name: string;
      /** Whether it had grants of its own. */
      readonly hadGrants: boolean;
    };

export type Resource = {
  readonly id: string;
  readonly graphId: string;
  readonly legacyId: string | null;
  readonly tiles: readonly Tile[];
  /** In the order of time; a tile is edited once at most. */
  readonly past: readonly PastEdit[];
};

/** A resource instance that is there no longer. */
export type GoneResource = Pick<Resource, 'id' | 'graphId' | 'past'>;

export type Concept = {
  readonly id: string;
  /** The concept above; null for a top concept. */
  readonly parentId: string | null;
  readonly labels: Readonly<Record<Language, { readonly id: string; readonly text: string }>>;
  readonly note: { readonly id: string; readonly text: string };
};

export type Thesaurus = {
  readonly schemeId: string;
  readonly title: { readonly id: string; readonly text: string };
  readonly concepts: readonly Concept[];
  /** Of all concepts. */
  readonly collection: {
    readonly id: string;
    readonly label: { readonly id: string; readonly text: string };
  };
};

export type Group = {
  readonly id: number;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly readsByDefault: boolean;
  readonly readsHistory: boolean;
  readonly writesByDefault: boolean;
};

export type Account = {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  /** Ids of groups. */
  readonly groups: readonly number[];
};

/** A right of an account or a group to a nodegroup (read, write) or to a resource instance (view, change). */
export type Grant = {
  readonly on: string;
  readonly to: { readonly kind: 'account' | 'group'; readonly id: number };
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly noAccess: boolean;
};

/** Models, data and rights: all that the answers of the service are made of. */
export type World = {
  readonly models: readonly Model[];
  readonly thesaurus: Thesaurus;
  readonly resources: readonly Resource[];
  readonly gone: readonly GoneResource[];
  readonly relations: readonly Relation[];
  readonly groups: readonly Group[];
  readonly accounts: readonly Account[];
  readonly nodegroupGrants: readonly Grant[];
  readonly resourceGrants: readonly Grant[];
};

/** Who asks: an account, or null for the anonymous caller. */
export type Caller = Account | null;

/** Every nodegroup of every model. */
export function nodegroupsOf(world: Pick<World, 'models'>): readonly Nodegroup[] {
  return world.models.flatMap((model) => model.nodegroups);
}

/**
 * The one with an id.
 * @throws Error where there is none
 */
export function theOne<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  id: string,
): Thing {
  const found = things.find((thing) => thing.id === id);
  if (found === undefined) throw new Error(`The world has nothing with the id ${id}.`);
  return found;
}

/**
 * The model of a resource instance or a nodegroup.
 * @throws Error where there is none
 */
export function modelOf(
  { models }: Pick<World, 'models'>,
  { graphId }: { readonly graphId: string },
): Model {
  const found = models.find((model) => model.graphId === graphId);
  if (found === undefined) throw new Error(`The world has no model with the id ${graphId}.`);
  return found;
}

/** The nodegroup and those above it, itself first. */
export function withThoseAbove(
  nodegroups: readonly Nodegroup[],
  nodegroup: Nodegroup,
): readonly Nodegroup[] {
  if (nodegroup.parentId === null) return [nodegroup];
  return [nodegroup, ...withThoseAbove(nodegroups, theOne(nodegroups, nodegroup.parentId))];
}

/** What the values of a node are called in GeoJSON properties. */
export function propertyNameOf({ name, fieldName }: Node): string {
  return fieldName ?? name.toLowerCase().replace(' ', '_');
}
