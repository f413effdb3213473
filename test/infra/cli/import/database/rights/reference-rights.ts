import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import { importDatabaseAccounts } from '../../../../../../infra/cli/import/database/accounts/import-database-accounts.ts';
import type { Difference } from '../../../../../../infra/cli/import/database/rights/differences.ts';
import { readSourceIdentity } from '../../../../../../infra/cli/import/database/release.ts';
import { importDatabaseRights } from '../../../../../../infra/cli/import/database/rights/import-database-rights.ts';
import type { RightsOptions } from '../../../../../../infra/cli/import/database/rights/rights-options.ts';
import { createTestContext } from '../../importing.ts';
import type { LiveSource } from './live-source.ts';

const referenceSchema = z.record(
  z.string(),
  z.object({
    id: z.number(),
    is_active: z.boolean(),
    read_nodegroups: z.array(z.string()),
    write_nodegroups: z.array(z.string()),
    resources: z.record(
      z.string(),
      z.object({ read: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
    ),
  }),
);

/** What the live instance answers about the rights of each account. */
export type ReferenceRights = z.output<typeof referenceSchema>;

export function readReferenceRights(folder: string): ReferenceRights {
  return referenceSchema.parse(JSON.parse(readFileSync(path.join(folder, 'rights.json'), 'utf8')));
}

export const allowRights: RightsOptions = {
  permissions: 'default-allow',
  opensGuest: false,
  undoesChanges: false,
};

/** Imports accounts and rights of a live source. */
export async function importRights(live: LiveSource, options: RightsOptions) {
  const { stack } = live.workshop;
  const context = createTestContext(stack.dataApi);
  const identity = await readSourceIdentity(live.source);
  const { ids, results } = await importDatabaseAccounts(
    { source: live.source, identity },
    context,
    stack.owner,
    { keepsMfaPasswords: false, undoesChanges: options.undoesChanges },
  );
  const rights = await importDatabaseRights(
    { source: live.source, release: '7.6' },
    context,
    ids,
    options,
  );
  return {
    ids,
    results: [...results, ...rights.results],
    differences: rights.differences,
    problems: context.problems,
  };
}

type RightsHere = {
  /** [read, write] of every nodegroup. */
  readonly nodegroups: ReadonlyMap<string, readonly [boolean, boolean]>;
  /** [view, change, delete] of the resource instances of the reference. */
  readonly resources: ReadonlyMap<string, readonly [boolean, boolean, boolean]>;
  /** How many resource instances are visible. */
  readonly visible: number;
};

/** Reads the rights here of every account of a live instance, and of Guest as `anonymous`. */
export async function readRightsHere(
  { workshop }: { readonly workshop: Pick<LiveSource['workshop'], 'rows'> },
  reference: ReferenceRights,
  ids: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<string, RightsHere>> {
  const rights = new Map<string, RightsHere>();
  for (const [name, { id, resources }] of Object.entries(reference)) {
    const caller = name === 'anonymous' ? 'null' : String(ids.get(id) ?? -1);
    const nodegroups = await workshop.rows(
      `select p.nodegroup_id::text, p.can_read, p.can_write from nodegroup_permission(${caller}) p`,
    );
    const ofResources =
      await workshop.rows(`select r.resource_id::text, p.can_view, p.can_change, p.can_delete
from resource r
cross join lateral resource_permission(${caller}, r.resource_id) p
where r.resource_id::text in ('${Object.keys(resources).join("', '")}')`);
    const [visible] = await workshop.rows(`select count(*)::text from visible_resource(${caller})`);
    rights.set(name, {
      nodegroups: new Map(
        nodegroups.map(([nodegroup, read, write]) => [
          String(nodegroup),
          [read === true, write === true],
        ]),
      ),
      resources: new Map(
        ofResources.map(([resource, view, change, canDelete]) => [
          String(resource),
          [view === true, change === true, canDelete === true],
        ]),
      ),
      visible: Number(visible?.[0]),
    });
  }
  return rights;
}

/** A right of an account on a nodegroup or resource instance. */
type HeldRight = { readonly account: string; readonly right: string; readonly id: string };

/** The rights of the live instance and those here, as lists of the same form. */
export function listRights(
  reference: ReferenceRights,
  here: ReadonlyMap<string, RightsHere>,
): { readonly there: readonly HeldRight[]; readonly here: readonly HeldRight[] } {
  const accounts = Object.entries(reference);
  // A nodegroup of no resource model is not imported.
  const isHere = (id: string): boolean => here.get('admin')?.nodegroups.has(id) === true;
  return {
    there: accounts.flatMap(([account, { read_nodegroups, write_nodegroups, resources }]) => [
      ...read_nodegroups.filter(isHere).map((id) => ({ account, right: 'read', id })),
      ...write_nodegroups.filter(isHere).map((id) => ({ account, right: 'write', id })),
      ...Object.entries(resources).flatMap(([id, { read, edit, delete: canDelete }]) => [
        ...(read ? [{ account, right: 'view', id }] : []),
        ...(edit ? [{ account, right: 'change', id }] : []),
        ...(canDelete ? [{ account, right: 'remove', id }] : []),
      ]),
    ]),
    here: accounts.flatMap(([account, { resources }]) => {
      const access = here.get(account);
      return [
        ...[...(access?.nodegroups ?? [])].flatMap(([id, [read, write]]) => [
          ...(read ? [{ account, right: 'read', id }] : []),
          ...(write ? [{ account, right: 'write', id }] : []),
        ]),
        ...Object.keys(resources).flatMap((id) => {
          const [view, change, remove] = access?.resources.get(id) ?? [];
          return [
            ...(view === true ? [{ account, right: 'view', id }] : []),
            ...(change === true ? [{ account, right: 'change', id }] : []),
            ...(remove === true ? [{ account, right: 'remove', id }] : []),
          ];
        }),
      ];
    }),
  };
}

/** The rights of one list that the other lacks, as texts. */
export function rightsWithout(
  one: readonly HeldRight[],
  other: readonly HeldRight[],
): readonly string[] {
  const text = ({ account, right, id }: HeldRight): string => `${account} ${right} ${id}`;
  const others = new Set(other.map(text));
  return one.map(text).filter((held) => !others.has(held));
}

/** Whether a difference of a nodegroup, or for a resource instance one of any nodegroup, explains that a right is missing. */
export function isExplained(lacking: string, differences: readonly Difference[]): boolean {
  const [account = '', right, id = ''] = lacking.split(' ');
  const name = account === 'anonymous' ? 'Guest' : account;
  const rightOfNodegroup = { view: 'read', change: 'write', remove: 'delete' }[right ?? ''];
  return differences.some(
    (difference) =>
      difference.reason !== 'guest_reads' &&
      difference.caller.usernames.includes(name) &&
      (rightOfNodegroup === undefined
        ? difference.right === right && difference.nodegroups.includes(id)
        : difference.right === rightOfNodegroup || difference.right === 'read'),
  );
}
