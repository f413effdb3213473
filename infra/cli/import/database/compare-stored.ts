import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { countByModel } from './queries/database-import.ts';
import { countBatches } from '../../progress.ts';
import type { ImportContext } from '../import-context.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import { compareRows, type RowComparison } from './compare-rows.ts';
import type { DatabaseSource } from './database-source.ts';
import { countBusinessRows, readSourceRows } from './source-rows.ts';

/** Why the stored row differs from the row of the source. */
export type DifferenceReason =
  | 'changed in this service'
  | 'deleted in this service'
  | 'stored before the import, with other content'
  | 'left out: see the problems'
  | 'imported with changes: other ids of authors of proposals, or see the problems'
  | 'changed in this service, but deleted in the source';

export type StoredDifference = {
  readonly kind: 'resource instance' | 'tile';
  readonly id: string;
  readonly reason: DifferenceReason;
};

type ModelComparison = {
  readonly name: string;
  readonly resources: readonly [inSource: number, stored: number];
  readonly tiles: readonly [inSource: number, stored: number];
};

/** Compares the content of the source with the stored content after an import. */
export type StoredComparison = {
  readonly models: readonly ModelComparison[];
  /** How many resource instances and tiles were compared by hash. */
  readonly compared: number;
  readonly differences: ReadonlyMap<DifferenceReason, number>;
  readonly examples: readonly StoredDifference[];
};

const maxExamples = 10;

/** Compares all resource instances and tiles of a source with the stored ones by hash, and their numbers by model. */
export async function compareStored(
  database: DatabaseSource,
  { dataApi, progress }: Pick<ImportContext, 'dataApi' | 'progress'>,
): Promise<StoredComparison> {
  const step = progress.begin('Stored rows', { total: await countBusinessRows(database) });
  const differences = new Map<DifferenceReason, number>();
  const examples: StoredDifference[] = [];
  let compared = 0;
  for (const kind of ['resource', 'tile'] as const) {
    const rows = countBatches(readSourceRows(database, kind), step);
    for await (const row of compareRows(kind, rows, dataApi)) {
      compared += 1;
      const reason = findReason(row);
      if (reason === undefined) continue;
      differences.set(reason, (differences.get(reason) ?? 0) + 1);
      const { id } = row.kind === 'deleted' ? row.origin : row.row;
      if (examples.length < maxExamples)
        examples.push({ kind: kind === 'tile' ? kind : 'resource instance', id, reason });
    }
  }
  step.done(`${compared} compared by hash`);
  return { models: await compareModels(database.source, dataApi), compared, differences, examples };
}

function findReason(row: RowComparison): DifferenceReason | undefined {
  if (row.kind === 'new') return 'left out: see the problems';
  if (row.kind === 'stored before')
    return row.isEqual ? undefined : 'stored before the import, with other content';
  if (row.origin.state === 'deleted')
    return row.kind === 'deleted' ? undefined : 'deleted in this service';
  if (row.kind === 'deleted') return 'changed in this service, but deleted in the source';
  if (row.origin.state === 'changed') return 'changed in this service';
  if (row.kind === 'changed') return 'left out: see the problems';
  return row.origin.isAltered
    ? 'imported with changes: other ids of authors of proposals, or see the problems'
    : undefined;
}

async function compareModels(
  source: DatabaseSource['source'],
  dataApi: DataApi,
): Promise<readonly ModelComparison[]> {
  const rows = await source.read(
    `select
  g.graphid,
  coalesce(g.name ->> 'en', (select min(n.value) from jsonb_each_text(g.name) n), g.graphid::text) as name,
  count(distinct r.resourceinstanceid) as resources,
  count(t.tileid) as tiles
from graphs g
join resource_instances r on r.graphid = g.graphid
left join tiles t on t.resourceinstanceid = r.resourceinstanceid
where g.graphid <> $1::uuid
group by g.graphid
order by name`,
    [systemSettingsGraphId],
  );
  const storedByGraph = new Map(
    (await runQuery(dataApi.read, countByModel())).map((row) => [row.graphId, row]),
  );
  return rows.map(({ graphid, name, resources, tiles }) => {
    const stored = storedByGraph.get(graphid ?? '');
    return {
      name: name ?? '',
      resources: [Number(resources), stored?.resources ?? 0],
      tiles: [Number(tiles), stored?.tiles ?? 0],
    };
  });
}

/** Formats a comparison as lines of the summary. */
export function formatComparison(comparison: StoredComparison): readonly string[] {
  const { models, compared, differences, examples } = comparison;
  return [
    'In the source and in this service:',
    ...models.map(
      ({ name, resources, tiles }) =>
        `  ${name}: ${resources[0]} and ${resources[1]} resource instances, ${tiles[0]} and ${tiles[1]} tiles`,
    ),
    differences.size === 0
      ? `Compared by hash: ${compared} resource instances and tiles, all equal`
      : `Compared by hash: ${compared} resource instances and tiles; ${[...differences].map(([reason, count]) => `${count} ${reason}`).join(', ')}`,
    ...examples.map(({ kind, id, reason }) => `  ${kind} ${id}: ${reason}`),
  ];
}
