import { systemSettingsGraph } from '../../../../support/world/access.ts';
import { createEmptyTileRow } from '../../../../support/world/empty-tile-row.ts';
import type { AccessTables, Row } from '../../../../support/world/tables.ts';
import { id } from '../../import/graphs/example.ts';

export const [graph, otherGraph] = [id(1), id(2)];
export const [top, middle, bottom, nodegroupOfOtherGraph] = [id(11), id(12), id(13), id(14)];
export const [record, otherRecord] = [id(21), id(22)];
export const account = 101;

export const noRights = { can_read: false, can_write: false, can_delete: false };
export const readRight = { ...noRights, can_read: true };
export const allRights = { can_read: true, can_write: true, can_delete: true };
export const noResourceRights = { can_view: false, can_change: false, can_delete: false };
export const viewRight = { ...noResourceRights, can_view: true };

export const groupIds = { Guest: 1, Editors: 21, Visitors: 22 } as const;
type GroupName = keyof typeof groupIds;
type Grantee = Pick<Row<'nodegroup_grant'>, 'account_id' | 'account_group_id' | 'no_access'>;
type Grant<Rights> = { readonly on: string } & Grantee & Rights;

/** What a test changes in a database with one account without rights, three groups, and a chain of three nodegroups. */
export type Draft = {
  readonly account?: Partial<Row<'account'>>;
  /** The groups of the account. */
  readonly in?: readonly GroupName[];
  readonly groups?: Partial<Record<GroupName, Partial<Row<'account_group'>>>>;
  /** Whether the graph of `top` is that of the system settings. */
  readonly isSystemSettings?: boolean;
  readonly nodegroupGrants?: readonly Grant<typeof noRights>[];
  readonly resourceGrants?: readonly Grant<typeof noResourceRights>[];
  /** Nodegroups of which the resource instance has tiles. */
  readonly tiles?: readonly string[];
};

export function createTables(draft: Draft): AccessTables {
  const graphId = draft.isSystemSettings === true ? systemSettingsGraph : graph;
  const nodegroup = (nodegroupId: string, parent: string | null, ofGraph = graphId) => ({
    nodegroup_id: nodegroupId,
    graph_id: ofGraph,
    parent_nodegroup_id: parent,
  });
  return {
    account: [
      {
        account_id: account,
        username: 'account',
        is_active: true,
        is_administrator: false,
        ...draft.account,
      },
    ],
    account_group: (['Guest', 'Editors', 'Visitors'] as const).map((name) => ({
      account_group_id: groupIds[name],
      name,
      is_administrator: false,
      ...noRights,
      can_read_history: false,
      ...draft.groups?.[name],
    })),
    group_member: (draft.in ?? []).map((name) => {
      return { account_id: account, account_group_id: groupIds[name] };
    }),
    nodegroup: [
      nodegroup(top, null),
      nodegroup(middle, top),
      nodegroup(bottom, middle),
      nodegroup(nodegroupOfOtherGraph, null, otherGraph),
    ],
    nodegroup_grant: (draft.nodegroupGrants ?? []).map(({ on, ...rights }) => {
      return { nodegroup_id: on, ...rights };
    }),
    resource: [record, otherRecord].map((resourceId) => {
      return { resource_id: resourceId, graph_id: graphId, descriptors: {} };
    }),
    resource_grant: (draft.resourceGrants ?? []).map(({ on, ...rights }) => {
      return { resource_id: on, ...rights };
    }),
    tile: (draft.tiles ?? []).map((nodegroupId, index) =>
      createEmptyTileRow(id(31 + index), record, nodegroupId),
    ),
  };
}

/** A grant to a group, or to the account where `to` is null. */
export function grant<Rights>(
  on: string,
  to: GroupName | null,
  rights: Rights,
  noAccess = false,
): Grant<Rights> {
  const grantee =
    to === null
      ? { account_id: account, account_group_id: null }
      : { account_id: null, account_group_id: groupIds[to] };
  return { on, ...grantee, no_access: noAccess, ...rights };
}
