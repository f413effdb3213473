import type { StoredTables } from './stored-tables.ts';

/*
 * What the group of the readers of spatial views may read, written down once more from docs/accounts-and-permissions.md: for one
 * group, one nodegroup and one resource instance at a time.
 */

/** The group whose rights decide what the views show. */
export const readerGroup = 'Spatial View Reader';

const systemSettings = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/** What the group may read. */
export type Readable = {
  readonly mayRead: (nodegroupId: string) => boolean;
  readonly maySee: (resourceId: string) => boolean;
};

/** Reads the rules for the group. Nothing is readable where there is no such group. */
export function readableBy(stored: StoredTables): Readable {
  const group = stored.groups.find(({ name }) => name === readerGroup);
  if (group === undefined) return { mayRead: () => false, maySee: () => false };
  const isOurs = (grant: { readonly account_group_id: number | null }): boolean =>
    grant.account_group_id === group.account_group_id;
  const nodegroups = new Map(stored.nodegroups.map((one) => [one.nodegroup_id, one]));
  const resources = new Map(stored.resources.map((one) => [one.resource_id, one]));
  const grants = new Map(
    stored.nodegroupGrants.filter(isOurs).map((one) => [one.nodegroup_id, one]),
  );
  const resourceGrants = new Map(
    stored.resourceGrants.filter(isOurs).map((one) => [one.resource_id, one]),
  );

  const isClosed = (nodegroupId: string): boolean => {
    if (grants.get(nodegroupId)?.no_access === true) return true;
    const above = nodegroups.get(nodegroupId)?.parent_nodegroup_id ?? null;
    return above !== null && isClosed(above);
  };
  const mayRead = (nodegroupId: string): boolean => {
    const nodegroup = nodegroups.get(nodegroupId);
    if (nodegroup === undefined) return false;
    if (group.is_administrator) return true;
    if (nodegroup.graph_id === systemSettings || isClosed(nodegroupId)) return false;
    return grants.get(nodegroupId)?.can_read ?? group.can_read;
  };
  const maySee = (resourceId: string): boolean => {
    const resource = resources.get(resourceId);
    if (resource === undefined) return false;
    if (group.is_administrator) return true;
    if (resource.graph_id === systemSettings) return false;
    const grant = resourceGrants.get(resourceId);
    if (grant !== undefined) return grant.can_view && !grant.no_access;
    return stored.nodegroups.some(
      (one) => one.graph_id === resource.graph_id && mayRead(one.nodegroup_id),
    );
  };
  return { mayRead: remembered(mayRead), maySee: remembered(maySee) };
}

function remembered(ask: (id: string) => boolean): (id: string) => boolean {
  const known = new Map<string, boolean>();
  return (id) => {
    const answer = known.get(id) ?? ask(id);
    known.set(id, answer);
    return answer;
  };
}
