import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { exportPackage } from '../../../../../infra/cli/export/package/export-package.ts';
import type { PackageOptions } from '../../../../../infra/cli/export/package/package-export.ts';
import { importOwnPackage } from '../../../../../infra/cli/import/package/import-own-package.ts';
import type { Manifest } from '../../../../../infra/cli/import/restore/manifest.ts';
import { silentProgress } from '../../../../../infra/cli/progress.ts';
import { packageTables } from '../../../../../infra/queries/package-tables.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { createTestContext, fingerprint } from '../../import/importing.ts';

/** A folder for a package, and the databases into which it is imported. */
export type PackageWorkshop = {
  /** The folder of the package. */
  readonly directory: string;
  readonly exportFrom: (
    source: TestStack,
    options?: Partial<Pick<PackageOptions, 'withHashes' | 'reader'>>,
  ) => Promise<Manifest>;
  /** Restores the package. @returns the lines of the summary; undefined if the database has other data */
  readonly restoreInto: (target: TestStack) => Promise<readonly string[] | undefined>;
  /** Opens an empty database, which is closed with the workshop. */
  readonly openEmpty: () => Promise<TestStack>;
  readonly close: () => Promise<void>;
};

export async function openPackageWorkshop(): Promise<PackageWorkshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-package-'));
  const directory = path.join(folder, 'package');
  const stacks: TestStack[] = [];
  return {
    directory,
    exportFrom: (source, { withHashes = true, reader = null } = {}) =>
      exportPackage(source.owner, {
        directory,
        withHashes,
        language: 'en-US',
        baseUrl: 'http://own.example',
        reader,
        progress: silentProgress,
      }),
    restoreInto: (target) =>
      importOwnPackage(directory, createTestContext(target.data), target.owner),
    openEmpty: async () => {
      const stack = await openTestStack();
      stacks.push(stack);
      return stack;
    },
    close: async () => {
      for (const stack of stacks) await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Derived tables whose rows do not depend on the order in which they were written. */
const comparableDerivedTables = ['concept_use', 'name_source', 'name_entry', 'source_set'];

/** What a restored database has in common with the exported one: a hash of the rows of each table. */
export async function fingerprintOf(stack: TestStack): Promise<Readonly<Record<string, unknown>>> {
  const tables = packageTables.map(({ name }) => name).filter((name) => name !== 'account');
  const hashOf = async (rows: string): Promise<unknown> =>
    (
      await stack.owner.read(
        rawSql(`select md5(string_agg(r.line, '' order by r.line)) from (${rows}) r (line)`),
      )
    )[0]?.[0];
  return {
    ...(await fingerprint(stack.owner, ['tile', ...tables, ...comparableDerivedTables])),
    accounts: await hashOf(`select (to_jsonb(a) - 'rights_id')::text from account a`),
    // The lists of rights have no order.
    rights: await hashOf(`select concat_ws(' ', a.username, m.key, v.value)
      from account a
      join rights r on r.rights_id = a.rights_id
      cross join jsonb_each(to_jsonb(r) - '{rights_id,account_id}'::text[]) m
      cross join jsonb_array_elements(case jsonb_typeof(m.value) when 'array' then m.value else jsonb_build_array(m.value) end) v`),
    features: await hashOf(
      `select (to_jsonb(f) - '{gid,map_cell,geometry}'::text[])::text from feature f`,
    ),
    relations: await hashOf('select to_jsonb(r)::text from resource_relation r'),
  };
}
