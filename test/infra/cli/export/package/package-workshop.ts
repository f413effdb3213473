import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { exportPackage } from '../../../../../infra/cli/export/package/export-package.ts';
import type { PackageOptions } from '../../../../../infra/cli/export/package/package-export.ts';
import { importOwnPackage } from '../../../../../infra/cli/import/package/import-own-package.ts';
import {
  importPackage,
  type PackageImported,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { refreshImportedNames } from '../../../../../infra/cli/import/refresh-imported-names.ts';
import { ownFolder, type Manifest } from '../../../../../infra/cli/import/restore/manifest.ts';
import { silentProgress } from '../../../../../infra/cli/progress.ts';
import { packageTables } from '../../../../../infra/cli/export/queries/package-tables.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openNoFileStore } from '../../../../support/import-context.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { createTestContext, fingerprint, type TestContext } from '../../import/importing.ts';

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
  /** Imports the package without the files that only this service reads. */
  readonly importInto: (
    target: TestStack,
  ) => Promise<TestContext & { readonly imported: PackageImported }>;
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
        openFileStore: openNoFileStore,
      }),
    restoreInto: (target) =>
      importOwnPackage(directory, createTestContext(target.dataApi), target.owner),
    importInto: async (target) => {
      const standard = path.join(folder, 'standard');
      await rm(standard, { recursive: true, force: true });
      await cp(directory, standard, { recursive: true });
      await rm(path.join(standard, ownFolder), { recursive: true });
      const context = createTestContext(target.dataApi);
      const imported = await importPackage(standard, context);
      await refreshImportedNames(context);
      return { ...context, imported };
    },
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
const comparableDerivedTables = ['name_source', 'name_entry', 'source_set'];

/** The tables that the standard files of a package hold, each with the columns that those cannot hold. */
const standardTables: Readonly<Record<string, readonly string[]>> = {
  ontology: [],
  ontology_class: [],
  ontology_property: [],
  graph: [],
  // The members of a document have no order.
  publication: ['published_at', 'document'],
  nodegroup: [],
  node: [],
  card: [],
  value_type: [],
  concept: [],
  concept_value: [],
  concept_relation: [],
  resource: ['changed_at', 'version', 'created_by', 'descriptors', 'descriptor_basis'],
  tile: ['position'],
  resource_relation: [],
};

/** What a database has in common with one into which its package was imported like one of another platform. */
export async function standardFingerprintOf(
  stack: TestStack,
): Promise<Readonly<Record<string, unknown>>> {
  const hashes = Object.entries(standardTables).map(
    ([
      name,
      omitted,
    ]) => `select '${name}', count(*)::text || ' ' || coalesce(md5(string_agg(r.hash, '' order by r.hash)), '')
from (select md5((to_jsonb(t) - '{${omitted.join(',')}}'::text[])::text) from ${name} t) r (hash)`,
  );
  const documents = `select 'documents', md5(string_agg(p.document::jsonb::text, '' order by p.publication_id)) from publication p`;
  const rows = await stack.owner.read(rawSql([...hashes, documents].join('\nunion all\n')));
  return Object.fromEntries(rows.map(([name, value]) => [String(name), value]));
}

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
    tileOrder: await hashOf(
      `select concat_ws(' ', t.resource_id, t.nodegroup_id, string_agg(t.tile_id::text, ' ' order by coalesce(t.sort_order, 0), t.position))
      from tile t
      group by t.resource_id, t.nodegroup_id`,
    ),
    relations: await hashOf('select to_jsonb(r)::text from resource_relation r'),
  };
}
