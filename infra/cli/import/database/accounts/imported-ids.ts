import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listLinkedAccounts } from '../queries/imported-accounts.ts';
import { listStoredGroups } from '../../accounts/queries/write-accounts.ts';
import type { GroupRecord } from '../../accounts/account-records.ts';
import type { AccountMatches } from './account-match.ts';
import { importedGroupName } from './adapt-accounts.ts';

/** The ids of accounts and groups in this service, by their ids in the source. */
export type ImportedIds = {
  /** With accounts that the source no longer has. */
  readonly accounts: ReadonlyMap<number, number>;
  readonly groups: ReadonlyMap<number, number>;
};

/** Reads the ids after the import of the accounts and groups of a source. */
export async function readImportedIds(
  { earlier, followed }: AccountMatches,
  groups: readonly GroupRecord[],
  source: string,
  dataApi: DataApi,
): Promise<ImportedIds> {
  const linked = await runQuery(dataApi.read, listLinkedAccounts());
  const storedGroups = await runQuery(dataApi.read, listStoredGroups());
  const groupIdsByName = new Map(storedGroups.map(({ id, name }) => [name, id]));
  return {
    accounts: pairIds([
      ...linked.map(
        ({ id, link }) => [link?.source === source ? link.sourceAccountId : null, id] as const,
      ),
      // Recognized accounts may have no link yet.
      ...[...earlier, ...followed].map(
        ({ stored, record }) => [record?.id ?? null, stored.id] as const,
      ),
    ]),
    groups: pairIds(
      groups.map(({ id, name }) => [id, groupIdsByName.get(importedGroupName(name, storedGroups))]),
    ),
  };
}

function pairIds(
  pairs: readonly (readonly [sourceId: number | null, storedId: number | undefined])[],
): ReadonlyMap<number, number> {
  return new Map(
    pairs.flatMap(([sourceId, storedId]) =>
      sourceId === null || storedId === undefined ? [] : [[sourceId, storedId]],
    ),
  );
}
