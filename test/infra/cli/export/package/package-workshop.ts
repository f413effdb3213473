import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { exportPackage } from '../../../../../infra/cli/export/package/export-package.ts';
import { importOwnPackage } from '../../../../../infra/cli/import/package/import-own-package.ts';
import type { Manifest } from '../../../../../infra/cli/import/restore/manifest.ts';
import { silentProgress } from '../../../../../infra/cli/progress.ts';
import { packageTables } from '../../../../../infra/queries/package-tables.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import type { DatabaseContent } from '../../../../support/database/content.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { createTestContext, fingerprint } from '../../import/importing.ts';

/** A database whose content is exported, and an empty one. */
export type PackageWorkshop = {
  readonly source: TestStack;
  readonly target: TestStack;
  /** The folder of the package. */
  readonly directory: string;
  readonly exportAll: (withHashes?: boolean) => Promise<Manifest>;
  readonly restore: () => Promise<readonly string[] | undefined>;
  readonly close: () => Promise<void>;
};

export async function openPackageWorkshop(content: DatabaseContent): Promise<PackageWorkshop> {
  const source = await openTestStack({ content });
  const target = await openTestStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-package-'));
  const directory = path.join(folder, 'package');
  return {
    source,
    target,
    directory,
    exportAll: (withHashes = true) =>
      exportPackage(source.owner, {
        directory,
        withHashes,
        language: 'en-US',
        baseUrl: 'http://own.example',
        progress: silentProgress,
      }),
    restore: () => importOwnPackage(directory, createTestContext(target.data), target.owner),
    close: async () => {
      await source.close();
      await target.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Derived tables whose rows have no numbers of this database, so that they are equal after a restore. */
const comparableDerivedTables = ['concept_use', 'name_source', 'name_entry', 'source_set'];

/** A hash of the rows of each table that a restored database has in common with the exported one. */
export async function fingerprintOf(stack: TestStack): Promise<Readonly<Record<string, unknown>>> {
  const tables = packageTables.map(({ name }) => name).filter((name) => name !== 'account');
  const accounts = await stack.owner.read(
    rawSql(`select (to_jsonb(a) - 'rights_id')::text from account a order by a.account_id`),
  );
  const features = await stack.owner.read(
    rawSql(
      `select md5(string_agg((to_jsonb(f) - '{gid,map_cell,geometry}'::text[])::text, '' order by f.tile_id, f.node_id, f.feature_key)) from feature f`,
    ),
  );
  const rows = await fingerprint(stack.owner, ['tile', ...tables, ...comparableDerivedTables]);
  return { ...rows, accounts, features };
}
