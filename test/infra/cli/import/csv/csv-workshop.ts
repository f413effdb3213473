import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { ImportContext } from '../../../../../infra/cli/import/import-context.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { forgeModel } from './forge-model.ts';
import { millModel } from './mill-model.ts';

/** A value of a tile with the name of its node. */
type NamedValue = readonly [name: string, value: unknown];

/** A database with the models of mills and of forges, into which CSV files are imported. */
export type CsvWorkshop = Workshop & {
  /** Imports `NAME.csv`, with `NAME.mapping` beside it if there is one. */
  readonly importCsv: (
    content: string | Uint8Array,
    options?: CsvOptions,
  ) => Promise<{
    readonly imported: Awaited<ReturnType<typeof importResources>>;
    readonly problems: ReturnType<typeof createTestContext>['problems'];
    readonly codes: readonly string[];
  }>;
  /** Reads the values of each tile of a resource instance, both in the order of the alphabet. */
  readonly readTiles: (legacyId: string) => Promise<readonly (readonly NamedValue[])[]>;
};

type CsvOptions = {
  readonly name?: string;
  readonly mapping?: unknown;
} & Partial<
  Pick<ImportContext, 'dryRun' | 'strict' | 'encoding' | 'createsConcepts' | 'missingConceptsFile'>
>;

export async function openCsvWorkshop(): Promise<CsvWorkshop> {
  const workshop = await openWorkshop();
  await workshop.importGraphs(millModel, forgeModel);
  return {
    ...workshop,
    importCsv: async (content, { name = 'mills', mapping, ...options } = {}) => {
      const context = createTestContext(workshop.stack.dataApi, options);
      if (mapping !== undefined) await workshop.file(`${name}.mapping`, mapping);
      const imported = await importResources(
        [await workshop.file(`${name}.csv`, content)],
        context,
      );
      const { problems } = context;
      return { imported, problems, codes: problems.map(({ code }) => code) };
    },
    readTiles: async (legacyId) => {
      const rows = await workshop.rows(`select (
  select coalesce(jsonb_agg(jsonb_build_array(n.name #>> '{}', d.value) order by n.name #>> '{}'), '[]')
  from jsonb_each(t.data) d
  join node n on n.node_id::text = d.key
)::text
from tile t
join resource r on r.resource_id = t.resource_id
where r.legacy_id = '${legacyId}'`);
      return rows.map(([text]) => JSON.parse(String(text))).toSorted(compareAsText);
    },
  };
}

function compareAsText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
