import type { AccessTables, Row } from './tables.ts';

/*
 * The only oracle of rights in tests: it applies the rules of docs/accounts-and-permissions.md for one caller to one row after another. It
 * reads whole tables and shares no code with the service.
 */

/** The id of an account, null for the anonymous caller, or a group without an account, such as the readers of spatial views. */
export type TestCaller = number | null | { readonly group: string };

export type NodegroupRights = {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
};

export type ResourceRights = {
  readonly view: boolean;
  readonly change: boolean;
  readonly delete: boolean;
};

/** A text made from nodegroups and the names of resource instances; `own` is the text without these names. */
export type SourcedText<Value> = {
  readonly value: Value;
  readonly nodegroups: readonly string[];
  readonly resources: readonly string[];
  readonly own?: { readonly value: Value; readonly nodegroups: readonly string[] } | undefined;
};

/** What one caller is allowed to see and do. There are no rights on an unknown id. */
export type Access = {
  /** Null for callers without an active account. */
  readonly accountId: number | null;
  readonly isAnonymous: boolean;
  readonly groupIds: readonly number[];
  readonly isAdministrator: boolean;
  readonly nodegroupRights: (nodegroupId: string) => NodegroupRights;
  readonly mayRead: (nodegroupId: string) => boolean;
  readonly mayWrite: (nodegroupId: string) => boolean;
  readonly maySee: (resourceId: string) => boolean;
  readonly resourceRights: (resourceId: string) => ResourceRights;
  /** The rights by grants on the resource instance alone; undefined if no grant applies to the caller. */
  readonly grantedResourceRights: (resourceId: string) => ResourceRights | undefined;
  /** Whether a grant on the resource instance applies to the caller, or to Guest if the caller has the rights of Guest. */
  readonly hasResourceGrant: (resourceId: string) => boolean;
  /** Whether the caller is allowed to know that a resource model exists. */
  readonly mayKnowModel: (graphId: string) => boolean;
  /** Returns the text, or its `own` text if the caller may not read the whole, or undefined if both are closed. */
  readonly readableText: <Value>(text: SourcedText<Value>) => Value | undefined;
  /** The ids of the tiles of a visible resource instance that the caller is allowed to read. */
  readonly readableTiles: (resourceId: string) => ReadonlySet<string>;
  readonly maySeeProposalsOf: (author: number) => boolean;
  readonly mayReadHistory: boolean;
  readonly mayReadThesaurus: boolean;
  readonly mayReadSomething: () => boolean;
};

/** The graph of the system settings. */
export const systemSettingsGraph = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

const noRights: NodegroupRights = { read: false, write: false, delete: false };
const allRights: NodegroupRights = { read: true, write: true, delete: true };

const rightsOf = (row: Row<'nodegroup_grant'> | Row<'account_group'>): NodegroupRights => ({
  read: row.can_read,
  write: row.can_write,
  delete: row.can_delete,
});

/** Evaluates the rights of a caller from whole tables. */
export function evaluateAccess(tables: AccessTables, caller: TestCaller): Access {
  const account =
    typeof caller === 'number'
      ? tables.account.find((row) => row.account_id === caller && row.is_active)
      : undefined;
  const groups = groupsOf(tables, caller, account);
  const groupIds = groups.map((group) => group.account_group_id);
  const isAdministrator =
    caller !== null &&
    (account?.is_administrator === true || groups.some((group) => group.is_administrator));
  // Every active account can read what Guest can read, unless its own grants close it.
  const guest = account === undefined ? undefined : evaluateAccess(tables, null);

  const nodegroups = new Map(tables.nodegroup.map((row) => [row.nodegroup_id, row]));
  const resources = new Map(tables.resource.map((row) => [row.resource_id, row]));
  const nodegroupsOfGraph = Map.groupBy(tables.nodegroup, (row) => row.graph_id);
  const tilesOfResource = Map.groupBy(tables.tile, (row) => row.resource_id);
  const concernsCaller = (grant: Row<'nodegroup_grant'> | Row<'resource_grant'>): boolean =>
    (account !== undefined && grant.account_id === account.account_id) ||
    (grant.account_group_id !== null && groupIds.includes(grant.account_group_id));
  const nodegroupGrants = Map.groupBy(
    tables.nodegroup_grant.filter(concernsCaller),
    (row) => row.nodegroup_id,
  );
  const resourceGrants = Map.groupBy(
    tables.resource_grant.filter(concernsCaller),
    (row) => row.resource_id,
  );

  /** Whether a grant of no_access on the nodegroup, or on a nodegroup above it, closes the nodegroup. */
  const isClosed = (nodegroupId: string): boolean => {
    if (nodegroupGrants.get(nodegroupId)?.some((grant) => grant.no_access) === true) return true;
    const parent = nodegroups.get(nodegroupId)?.parent_nodegroup_id ?? null;
    return parent !== null && isClosed(parent);
  };

  /** The rights of the account and its groups; undefined if the nodegroup is closed to them. */
  const ownNodegroupRights = memoizeById((nodegroupId: string): NodegroupRights | undefined => {
    const nodegroup = nodegroups.get(nodegroupId);
    if (nodegroup === undefined || nodegroup.graph_id === systemSettingsGraph) return undefined;
    if (isClosed(nodegroupId)) return undefined;
    const grants = nodegroupGrants.get(nodegroupId) ?? [];
    const groupsWithoutGrant = groups.filter(({ account_group_id: group }) =>
      grants.every((grant) => grant.account_group_id !== group),
    );
    const applicable = [...grants, ...groupsWithoutGrant].map(rightsOf);
    return {
      read: applicable.some((rights) => rights.read),
      write: applicable.some((rights) => rights.write),
      delete: applicable.some((rights) => rights.delete),
    };
  });

  const nodegroupRights = memoizeById((nodegroupId: string): NodegroupRights => {
    if (!nodegroups.has(nodegroupId)) return noRights;
    if (isAdministrator) return allRights;
    const ownRights = ownNodegroupRights(nodegroupId);
    if (ownRights === undefined) return noRights;
    return { ...ownRights, read: ownRights.read || guest?.mayRead(nodegroupId) === true };
  });
  const mayRead = (nodegroupId: string): boolean => nodegroupRights(nodegroupId).read;

  /** A grant to the account replaces the grants to its groups. */
  const grantedResourceRights = (resourceId: string): ResourceRights | undefined => {
    const grants = resourceGrants.get(resourceId) ?? [];
    const accountGrants = grants.filter((grant) => grant.account_id !== null);
    const decidingGrants = accountGrants.length > 0 ? accountGrants : grants;
    if (decidingGrants.length === 0) return undefined;
    const isOpen = !decidingGrants.some((grant) => grant.no_access);
    return {
      view: isOpen && decidingGrants.some((grant) => grant.can_view),
      change: isOpen && decidingGrants.some((grant) => grant.can_change),
      delete: isOpen && decidingGrants.some((grant) => grant.can_delete),
    };
  };

  const maySee = memoizeById((resourceId: string): boolean => {
    const resource = resources.get(resourceId);
    if (resource === undefined) return false;
    if (isAdministrator) return true;
    if (resource.graph_id === systemSettingsGraph) return false;
    const nodegroupIds = (nodegroupsOfGraph.get(resource.graph_id) ?? []).map(
      (row) => row.nodegroup_id,
    );
    const seesByOwnRights =
      grantedResourceRights(resourceId)?.view ??
      nodegroupIds.some((nodegroup) => ownNodegroupRights(nodegroup)?.read === true);
    if (seesByOwnRights || guest === undefined) return seesByOwnRights;
    if (resourceGrants.get(resourceId)?.some((grant) => grant.no_access) === true) return false;
    return (
      guest.grantedResourceRights(resourceId)?.view ??
      nodegroupIds.some(
        (nodegroup) => ownNodegroupRights(nodegroup) !== undefined && guest.mayRead(nodegroup),
      )
    );
  });

  const resourceRights = (resourceId: string): ResourceRights => {
    const view = maySee(resourceId);
    if (view && isAdministrator) return { view, change: true, delete: true };
    if (!view || caller === null) return { view, change: false, delete: false };
    const granted = grantedResourceRights(resourceId);
    if (granted !== undefined) return { ...granted, view };
    const rightsOnModel = (
      nodegroupsOfGraph.get(resources.get(resourceId)?.graph_id ?? '') ?? []
    ).map((row) => nodegroupRights(row.nodegroup_id));
    const rightsOnTiles = (tilesOfResource.get(resourceId) ?? []).map((row) =>
      nodegroupRights(row.nodegroup_id),
    );
    return {
      view,
      change: rightsOnModel.some((rights) => rights.write),
      delete:
        rightsOnModel.some((rights) => rights.delete) &&
        rightsOnTiles.every((rights) => rights.delete),
    };
  };

  const isReviewer =
    account !== undefined && groups.some(({ name }) => name === 'Resource Reviewer');
  const maySeeProposalsOf = (author: number): boolean =>
    isAdministrator || isReviewer || account?.account_id === author;

  return {
    accountId: account?.account_id ?? null,
    isAnonymous: caller === null,
    groupIds,
    isAdministrator,
    nodegroupRights,
    mayRead,
    mayWrite: (nodegroupId) => caller !== null && nodegroupRights(nodegroupId).write,
    maySee,
    resourceRights,
    grantedResourceRights,
    hasResourceGrant: (resourceId) =>
      resourceGrants.has(resourceId) || guest?.hasResourceGrant(resourceId) === true,
    mayKnowModel: (graphId) =>
      (nodegroupsOfGraph.get(graphId) ?? []).some((row) => mayRead(row.nodegroup_id)) ||
      tables.resource.some((row) => row.graph_id === graphId && maySee(row.resource_id)),
    readableText: ({ value, nodegroups: neededNodegroups, resources: namedResources, own }) => {
      if (neededNodegroups.every(mayRead) && namedResources.every(maySee)) return value;
      return own?.nodegroups.every(mayRead) === true ? own.value : undefined;
    },
    readableTiles: memoizeById((resourceId: string): ReadonlySet<string> => {
      const tiles = tilesOfResource.get(resourceId) ?? [];
      const readable = tiles.filter(
        (tile) =>
          mayRead(tile.nodegroup_id) &&
          (existsWithoutProposals(tile, tiles) || authorsOf(tile).some(maySeeProposalsOf)),
      );
      return new Set(readable.map((tile) => tile.tile_id));
    }),
    maySeeProposalsOf,
    mayReadHistory: isAdministrator || groups.some((group) => group.can_read_history),
    mayReadThesaurus:
      isAdministrator || groups.some((group) => group.can_read) || guest?.mayReadThesaurus === true,
    mayReadSomething: () =>
      isAdministrator ||
      tables.nodegroup.some((row) => mayRead(row.nodegroup_id)) ||
      tables.resource.some((row) => maySee(row.resource_id)),
  };
}

/** The groups of a caller. The anonymous caller is in Guest; an unknown or deactivated account is in no group. */
function groupsOf(
  { account_group: groups, group_member: members }: AccessTables,
  caller: TestCaller,
  account: Row<'account'> | undefined,
): readonly Row<'account_group'>[] {
  if (typeof caller !== 'number') {
    return groups.filter(({ name }) => name === (caller?.group ?? 'Guest'));
  }
  const memberships = members.filter((member) => member.account_id === account?.account_id);
  return groups.filter((group) =>
    memberships.some((member) => member.account_group_id === group.account_group_id),
  );
}

const authorsOf = ({ provisional_edits: edits }: Row<'tile'>): readonly number[] =>
  Object.keys(edits ?? {}).map(Number);

/** Whether a tile exists even without its proposals. Of a tile that does not, only callers who may see its proposals know. */
export function existsWithoutProposals(
  tile: ProposedTile,
  tiles: readonly ProposedTile[],
): boolean {
  return (
    Object.keys(tile.provisional_edits ?? {}).length === 0 ||
    Object.values(tile.data).some((value) => value !== null) ||
    tiles.some(
      (child) => child.parent_tile_id === tile.tile_id && existsWithoutProposals(child, tiles),
    )
  );
}

type ProposedTile = Pick<Row<'tile'>, 'tile_id' | 'parent_tile_id' | 'data' | 'provisional_edits'>;

function memoizeById<Result>(evaluate: (id: string) => Result): (id: string) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (id) => {
    const { result } = results.get(id) ?? { result: evaluate(id) };
    results.set(id, { result });
    return result;
  };
}
