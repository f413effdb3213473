import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { hashPassword } from '../../../../../../lib/identity/passwords/hash.ts';
import { integerBetween, onceIn } from '../../../../../support/random/draw.ts';
import { runCount } from '../../../../../support/random/run-count.ts';
import { openWorkshop, type Workshop } from '../../importing.ts';
import { liveFolder } from '../rights/live-source.ts';
import {
  listRights,
  readReferenceRights,
  readRightsHere,
  type ReferenceRights,
} from '../rights/reference-rights.ts';
import {
  djangoHash,
  openFollowedSource,
  removeAccounts,
  type FollowedSource,
} from './followed-source.ts';
import { changeAtRandom, rememberAccounts, restoreAccounts } from './random-account-changes.ts';
import { readSourceState, type ResourcePlaces, type SourceState } from './source-accounts.ts';

const runs = runCount(25, 2);

const idsSchema = z.array(z.string());

const parseIds = (list: unknown): readonly string[] =>
  idsSchema.parse(JSON.parse(typeof list === 'string' ? list : '[]'));

/** Passwords that random changes set, with a hash that signing in would store for each. */
const passwords = Array.from({ length: 5 }, (_, index) => `password ${index}`);

describe.skipIf(liveFolder === undefined)('a live database that changes between imports', () => {
  let workshop: Workshop;
  let changes: FollowedSource;
  let reference: ReferenceRights;
  let nodegroups: readonly string[];
  let places: ResourcePlaces;
  let renewedHashes: ReadonlyMap<string, string>;

  beforeAll(async () => {
    reference = readReferenceRights(liveFolder ?? '');
    workshop = await openWorkshop('dump');
    changes = await openFollowedSource(workshop.stack);
    await rememberAccounts(changes);
    nodegroups = (
      await workshop.rows(`select n.nodegroup_id::text
from nodegroup n
where n.graph_id <> system_settings_graph()`)
    ).map(([id]) => String(id));
    const placeRows = await workshop.rows(`select
  r.resource_id::text,
  (select jsonb_agg(distinct t.nodegroup_id)::text from tile t where t.resource_id = r.resource_id),
  (select jsonb_agg(n.nodegroup_id)::text from nodegroup n where n.graph_id = r.graph_id)
from resource r
where r.resource_id::text in ('${Object.keys(reference['edith']?.resources ?? {}).join("', '")}')`);
    places = new Map(
      placeRows.map(([id, tiles, ofModel]) => [
        String(id),
        { tiles: parseIds(tiles), nodegroups: parseIds(ofModel) },
      ]),
    );
    renewedHashes = new Map(
      await Promise.all(
        passwords.map(
          async (password) => [djangoHash(password), await hashPassword(password)] as const,
        ),
      ),
    );
  });

  afterAll(async () => {
    await changes?.drop();
    await workshop?.close();
  });

  const readState = (): Promise<SourceState> =>
    changes.read((source) => readSourceState(source, nodegroups, places));

  const linkedAccounts = async () =>
    (
      await workshop.rows(`select
  l.source_account_id::text,
  a.account_id::text,
  a.is_active,
  a.is_administrator,
  a.password_hash,
  exists (select from browser_session s where s.account_id = a.account_id)
from account a
join imported_account l on l.account_id = a.account_id`)
    ).map(([sourceId, id, isActive, isAdministrator, passwordHash, hasSession]) => ({
      sourceId: Number(sourceId),
      id: Number(id),
      isActive: isActive === true,
      isAdministrator: isAdministrator === true,
      passwordHash: passwordHash === null ? null : String(passwordHash),
      hasSession: hasSession === true,
    }));

  /** The rights here as texts like those of a SourceState. */
  const readRights = async (accounts: Awaited<ReturnType<typeof linkedAccounts>>) => {
    const resources = Object.fromEntries(
      [...places.keys()].map((id) => [id, { read: false, edit: false, delete: false }]),
    );
    const callers: ReferenceRights = Object.fromEntries(
      accounts.map(({ sourceId, isActive }) => [
        String(sourceId),
        { id: sourceId, is_active: isActive, read_nodegroups: [], write_nodegroups: [], resources },
      ]),
    );
    const ids = new Map(accounts.map(({ sourceId, id }) => [sourceId, id]));
    const here = await readRightsHere({ workshop }, callers, ids);
    const known = new Set([...nodegroups, ...places.keys()]);
    return listRights(callers, here)
      .here.filter(({ id }) => known.has(id))
      .map(({ account, right, id }) => `${account} ${right} ${id}`);
  };

  /** Whether an account lost something in the source: activity, administration, its password, or a group. */
  const lost = (id: number, before: SourceState, after: SourceState): boolean => {
    const [former, present] = [before.users.get(id), after.users.get(id)];
    if (former === undefined || !former.isActive) return false;
    return (
      present === undefined ||
      !present.isActive ||
      (former.isSuperuser && !present.isSuperuser) ||
      before.passwords.get(id) !== after.passwords.get(id) ||
      former.groups.some((group) => !present.groups.includes(group))
    );
  };

  /** Signs accounts in: some hashes of passwords become those that signing in stores, and each active account has a session. */
  const signIn = async (draw: fc.GeneratorValue): Promise<void> => {
    for (const { id, passwordHash, isActive } of await linkedAccounts()) {
      const renewed = renewedHashes.get(passwordHash ?? '');
      if (renewed !== undefined && onceIn(draw, 2))
        await workshop.stack.owner.write(
          rawSql(`update account set password_hash = '${renewed}' where account_id = ${id}`),
        );
      if (isActive)
        await workshop.stack.owner.write(
          rawSql(`insert into browser_session (session_hash, account_id, expires_at)
values ('session of ${id}', ${id}, now() + interval '1 hour')
on conflict do nothing`),
        );
    }
  };

  it('gave its accounts no right by the plain rules that it does not report itself', async () => {
    const state = await readState();
    const reported = new Set(
      Object.values(reference).flatMap(({ id, read_nodegroups, write_nodegroups, resources }) => [
        ...read_nodegroups.map((nodegroup) => `${id} read ${nodegroup}`),
        ...write_nodegroups.map((nodegroup) => `${id} write ${nodegroup}`),
        ...Object.entries(resources).flatMap(([resource, { read, edit, delete: canDelete }]) => [
          ...(read ? [`${id} view ${resource}`] : []),
          ...(edit ? [`${id} change ${resource}`] : []),
          ...(canDelete ? [`${id} remove ${resource}`] : []),
        ]),
      ]),
    );
    expect(state.rights.size).toBeGreaterThan(1000);
    expect([...state.rights].filter((right) => !reported.has(right))).toEqual([]);
  });

  it('never lets anybody do more here than there, nor keep a session after a loss', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        await restoreAccounts(changes);
        await removeAccounts(workshop.stack);
        await changes.importAccounts();
        for (let round = 0; round < 4; round += 1) {
          const before = await readState();
          await signIn(draw);
          for (let change = integerBetween(draw, 1, 6); change > 0; change -= 1)
            await changeAtRandom(draw, changes, {
              nodegroups: nodegroups.slice(0, 12),
              resources: [...places.keys()],
            });
          await changes.importAccounts();
          const after = await readState();
          const accounts = await linkedAccounts();
          const active = accounts.filter(({ isActive }) => isActive);
          expect(
            active.filter(({ sourceId }) => after.users.get(sourceId)?.isActive !== true),
          ).toEqual([]);
          expect(
            active.filter(
              ({ sourceId, isAdministrator }) =>
                isAdministrator && after.users.get(sourceId)?.isSuperuser !== true,
            ),
          ).toEqual([]);
          expect(
            active.filter(({ sourceId, passwordHash }) => {
              const there = after.passwords.get(sourceId) ?? '';
              return passwordHash !== there && passwordHash !== renewedHashes.get(there);
            }),
          ).toEqual([]);
          expect(
            accounts.filter(
              ({ sourceId, hasSession }) => hasSession && lost(sourceId, before, after),
            ),
          ).toEqual([]);
          const more = (await readRights(accounts)).filter((right) => !after.rights.has(right));
          expect(more).toEqual([]);
        }
      }),
      runs,
    );
  });
});
