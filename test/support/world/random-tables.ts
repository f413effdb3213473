import fc from 'fast-check';

import type { AccessTables, Row } from './tables.ts';
import { systemSettingsGraph } from './access.ts';
import { createEmptyTileRow } from './empty-tile-row.ts';

/** The id of an account that the random tables do not have. */
export const unknownAccount = 999;

const idOf = (kind: number, number: number): string =>
  `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;

const graphIds = [idOf(1, 1), idOf(1, 2), systemSettingsGraph];
const resourceIds = [0, 1, 2, 3].map((number) => idOf(3, number));
const accountIds = [101, 102];
const groupNames = new Map([
  [1, 'Guest'],
  [3, 'Resource Reviewer'],
  [11, 'Surveyors'],
  [12, 'Volunteers'],
]);
const groupIds = [...groupNames.keys()];

const trueOnceIn = (times: number): fc.Arbitrary<boolean> =>
  fc.nat({ max: times - 1 }).map((value) => value === times - 1);

const groups: fc.Arbitrary<AccessTables['account_group']> = fc.tuple(
  ...groupIds.map((id) =>
    fc.record({
      account_group_id: fc.constant(id),
      name: fc.constant(groupNames.get(id) ?? ''),
      is_administrator: trueOnceIn(8),
      can_read: fc.boolean(),
      can_write: fc.boolean(),
      can_delete: fc.boolean(),
      can_read_history: fc.constant(false),
    }),
  ),
);

const accounts: fc.Arbitrary<AccessTables['account']> = fc.tuple(
  ...accountIds.map((id) =>
    fc.record({
      account_id: fc.constant(id),
      username: fc.constant(`account ${id}`),
      is_active: trueOnceIn(8).map((isDeactivated) => !isDeactivated),
      is_administrator: trueOnceIn(8),
    }),
  ),
);

const members: fc.Arbitrary<AccessTables['group_member']> = fc.subarray(
  accountIds.flatMap((account) =>
    groupIds.map((group) => ({ account_id: account, account_group_id: group })),
  ),
);

/** Most nodegroups are below an earlier nodegroup of the same graph; the others are top nodegroups of any graph. */
const nodegroups: fc.Arbitrary<AccessTables['nodegroup']> = fc
  .array(
    fc.record({
      graph: fc.constantFrom(...graphIds),
      parent: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((drafts) => {
    const rows: Row<'nodegroup'>[] = [];
    for (const { graph, parent } of drafts) {
      const parentRow = parent === null ? undefined : rows[parent % Math.max(rows.length, 1)];
      rows.push({
        nodegroup_id: idOf(2, rows.length),
        graph_id: parentRow?.graph_id ?? graph,
        parent_nodegroup_id: parentRow?.nodegroup_id ?? null,
      });
    }
    return rows;
  });

const grantee = fc.oneof(
  fc.record({
    account_id: fc.constantFrom(...accountIds),
    account_group_id: fc.constant(null),
  }),
  fc.record({
    account_id: fc.constant(null),
    account_group_id: fc.constantFrom(...groupIds),
  }),
);

const uniqueGrants = <Grant extends object>(
  grants: fc.Arbitrary<Grant>,
  keyOf: (grant: Grant) => string,
): fc.Arbitrary<
  readonly (Grant & { account_id: number | null; account_group_id: number | null })[]
> =>
  fc.uniqueArray(
    fc.tuple(grants, grantee).map(([grant, to]) => ({ ...grant, ...to })),
    {
      maxLength: 8,
      selector: (row) => [keyOf(row), row.account_id, row.account_group_id].join(),
    },
  );

const resourceGrants: fc.Arbitrary<AccessTables['resource_grant']> = uniqueGrants(
  fc.record({
    resource_id: fc.constantFrom(...resourceIds),
    can_view: fc.boolean(),
    can_change: fc.boolean(),
    can_delete: fc.boolean(),
    no_access: trueOnceIn(3),
  }),
  (grant) => grant.resource_id,
);

/** The rows that refer to nodegroups. A tile can have a nodegroup of another graph, because imports keep such tiles. */
const arbitraryNodegroupRows = (ids: readonly string[]) => {
  const arbitraryFew = (list: readonly string[]): fc.Arbitrary<string[]> =>
    fc.subarray([...list], { maxLength: Math.min(2, list.length) });
  return fc.record({
    nodegroup_grant: uniqueGrants(
      fc.record({
        nodegroup_id: fc.constantFrom(...ids),
        can_read: fc.boolean(),
        can_write: fc.boolean(),
        can_delete: fc.boolean(),
        no_access: trueOnceIn(3),
      }),
      (grant) => grant.nodegroup_id,
    ),
    resource: fc.tuple(
      ...resourceIds.map((id) =>
        fc
          .tuple(fc.constantFrom(...graphIds), arbitraryFew(ids), arbitraryFew(resourceIds))
          .map(([graph, nodegroupIds, namedIds]) =>
            createResourceRow(id, graph, nodegroupIds, namedIds),
          ),
      ),
    ),
    tile: fc
      .tuple(...resourceIds.map(() => arbitraryFew(ids)))
      .map((nodegroupsOfResources) =>
        nodegroupsOfResources.flatMap((nodegroupIds, resource) =>
          nodegroupIds.map((nodegroup, number) =>
            createEmptyTileRow(
              idOf(4, resource * 10 + number),
              resourceIds[resource] ?? '',
              nodegroup,
            ),
          ),
        ),
      ),
  });
};

/** Creates a resource instance. If its name contains other names, it also has an own text, made from only its first nodegroup. */
function createResourceRow(
  id: string,
  graph: string,
  nodegroupIds: readonly string[],
  namedResourceIds: readonly string[],
): Row<'resource'> {
  const ownName = { value: `own name of ${id}`, nodegroups: nodegroupIds.slice(0, 1) };
  const name = {
    value: `name of ${id}`,
    nodegroups: [...nodegroupIds],
    resources: [...namedResourceIds],
  };
  return {
    resource_id: id,
    graph_id: graph,
    descriptors: { en: { name: namedResourceIds.length === 0 ? name : { ...name, own: ownName } } },
  };
}

/** Tables with random rights, small enough to be understood when a test fails. */
export const randomTables: fc.Arbitrary<AccessTables> = nodegroups.chain((nodegroup) =>
  fc
    .record({
      account: accounts,
      account_group: groups,
      group_member: members,
      resource_grant: resourceGrants,
      dependent: arbitraryNodegroupRows(nodegroup.map((row) => row.nodegroup_id)),
    })
    .map(({ dependent, ...tables }) => ({ ...tables, ...dependent, nodegroup })),
);

/** Tables with one nodegroup that an account can read, in four variants: the account can or cannot write, and can or cannot delete. */
export const tablesOfOneNodegroup: readonly AccessTables[] = [true, false].flatMap((canWrite) =>
  [true, false].map((canDelete) => {
    const nodegroup = {
      nodegroup_id: idOf(2, 0),
      graph_id: idOf(1, 1),
      parent_nodegroup_id: null,
    };
    const resource = createResourceRow(idOf(3, 0), nodegroup.graph_id, [], []);
    return {
      account: [
        { account_id: 101, username: 'account 101', is_active: true, is_administrator: false },
      ],
      account_group: [...groupNames].map(([id, name]) => ({
        account_group_id: id,
        name,
        is_administrator: false,
        can_read: name === 'Surveyors',
        can_write: name === 'Surveyors' && canWrite,
        can_delete: name === 'Surveyors' && canDelete,
        can_read_history: false,
      })),
      group_member: [{ account_id: 101, account_group_id: 11 }],
      nodegroup: [nodegroup],
      nodegroup_grant: [],
      resource: [resource],
      resource_grant: [],
      tile: [createEmptyTileRow(idOf(4, 0), resource.resource_id, nodegroup.nodegroup_id)],
    };
  }),
);

/** The anonymous caller, every account, and an account that does not exist. */
export function listCallers({ account }: AccessTables): readonly (number | null)[] {
  return [null, ...account.map((row) => row.account_id), unknownAccount];
}
