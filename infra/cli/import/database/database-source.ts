import { detectRelease, readSourceIdentity, type Release } from './release.ts';
import type { Source } from './source.ts';

/** The database of an Arches instance, which can be imported. */
export type DatabaseSource = {
  readonly source: Source;
  /** The name of the database, for messages. */
  readonly label: string;
  /** When its first migration was applied: microseconds since 1970. */
  readonly identity: string;
  readonly release: Release;
  /** Whether it has the app of controlled lists. */
  readonly hasControlledLists: boolean;
};

/** Reads the release, identity and name of a source. @throws CommandError if it cannot be imported */
export async function readDatabaseSource(source: Source): Promise<DatabaseSource> {
  const release = await detectRelease(source);
  const identity = await readSourceIdentity(source);
  const [row] = await source.read(`select
  current_database() as name,
  to_regclass('arches_controlled_lists_listitemvalue')::text as lists`);
  const hasControlledLists = row?.['lists'] != null;
  return {
    source,
    release,
    hasControlledLists,
    identity,
    label: `database ${row?.['name'] ?? ''}`,
  };
}
