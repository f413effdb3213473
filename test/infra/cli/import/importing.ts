import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ImportContext } from '../../../../infra/cli/import/import-context.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import type { FileProblem } from '../../../../infra/cli/import/import-problems.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import { readDocument } from '../../../../lib/data-api/chunks.ts';
import type { DataApi, Row } from '../../../../lib/data-api/client.ts';
import { rawSql, type Statement } from '../../../../lib/data-api/sql.ts';
import { createImportContext as createQuietContext } from '../../../support/import-context.ts';
import type { DatabaseContent } from '../../../support/database/content.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

/** An import context that keeps every problem. */
export type TestContext = ImportContext & { readonly problems: readonly FileProblem[] };

export function createTestContext(
  dataApi: DataApi,
  options: Partial<
    Pick<
      ImportContext,
      | 'dryRun'
      | 'strict'
      | 'salvage'
      | 'language'
      | 'replacesProposals'
      | 'encoding'
      | 'createsConcepts'
      | 'missingConceptsFile'
      | 'openFileStore'
    >
  > = {},
): TestContext {
  const problems: FileProblem[] = [];
  const count = (severity: FileProblem['severity']) => (): number =>
    problems.filter((problem) => problem.severity === severity).length;
  return {
    ...createQuietContext(dataApi),
    report: {
      add: (file, reported) => problems.push(...reported.map((problem) => ({ ...problem, file }))),
      countErrors: count('error'),
      countWarnings: count('warning'),
      listGroups: () => problems.map((first) => ({ first, count: 1 })),
      close: () => undefined,
    },
    ...options,
    problems,
  };
}

/** A database for one test file, with a folder for files to import. */
export type Workshop = {
  readonly stack: TestStack;
  readonly folder: string;
  /** Writes a file into the folder; content that is neither text nor bytes is written as JSON. @returns its path */
  readonly file: (name: string, content: unknown) => Promise<string>;
  readonly importGraphs: (...graphs: readonly unknown[]) => Promise<TestContext>;
  /** Imports records as one file. */
  readonly importRecords: (
    records: readonly unknown[],
    options?: Parameters<typeof createTestContext>[1],
  ) => Promise<TestContext & { readonly imported: Awaited<ReturnType<typeof importResources>> }>;
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
};

export async function openWorkshop(content: DatabaseContent = 'empty'): Promise<Workshop> {
  const stack = await openTestStack({ content });
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-import-'));
  const file: Workshop['file'] = async (name, content) => {
    const filePath = path.join(folder, name);
    const isTextOrBytes = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(filePath, isTextOrBytes ? content : JSON.stringify(content));
    return filePath;
  };
  return {
    stack,
    folder,
    file,
    importGraphs: async (...graphs) => {
      const context = createTestContext(stack.dataApi);
      await importGraphs([await file('graphs.json', { graph: graphs })], context);
      return context;
    },
    importRecords: async (records, options) => {
      const context = createTestContext(stack.dataApi, options);
      const imported = await importResources(
        [await file('records.json', { business_data: { resources: records } })],
        context,
      );
      return { ...context, imported };
    },
    rows: (statement) => stack.owner.read(rawSql(statement)),
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads JSON texts of any size. The statement `parts` selects pieces of them, each with the position of its text. */
export async function readJsonParts(
  dataApi: DataApi,
  parts: Statement,
): Promise<readonly unknown[]> {
  const texts = await readDocument(dataApi, { lines: parts, version: rawSql(`select ''`) });
  return texts.map((text): unknown => JSON.parse(text));
}

/**
 * The number of rows and a hash of all rows, by table: by default for every table of the service but the changes of access, of which each
 * import is one. The positions of tiles do not count, because only their order matters.
 */
export async function fingerprint(
  owner: DataApi,
  tables?: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const names = tables ?? (await listTables(owner)).filter((name) => name !== 'access_change');
  const rows = await owner.read(
    rawSql(
      names
        .map(
          (name) =>
            `select '${name}', count(*)::text || ' ' || coalesce(md5(string_agg(r.hash, '' order by r.hash)), '')
from (select md5((${name === 'tile' ? `to_jsonb(t) - 'position'` : 't'})::text) from ${name} t) r (hash)`,
        )
        .join('\nunion all\n'),
    ),
  );
  return Object.fromEntries(rows.map(([name, value]) => [String(name), value]));
}

async function listTables(owner: DataApi): Promise<readonly string[]> {
  const rows = await owner.read(
    rawSql(`select t.tablename::text
from pg_tables t
where t.schemaname = 'public'
  and t.tablename <> 'spatial_ref_sys'
order by t.tablename`),
  );
  return rows.map(([name]) => String(name));
}
