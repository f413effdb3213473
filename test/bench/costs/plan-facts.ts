import * as z from 'zod';

/** Facts about the plans of a statement and of the functions that it calls. They must not become worse. */
export type PlanFacts = {
  /** The number of pages that the statement reads, from memory or not. */
  readonly pages: number;
  /** The indexes that it uses, by name. */
  readonly indexes: readonly string[];
  /** Rows of large sequential scans, by table. */
  readonly scanned: Readonly<Record<string, number>>;
  /** Rows of the largest sort; 0 if all sorts are small. */
  readonly sorted: number;
};

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Actual Rows'?: number | undefined;
  readonly 'Actual Loops'?: number | undefined;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly 'Shared Hit Blocks'?: number | undefined;
  readonly 'Shared Read Blocks'?: number | undefined;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
};

const count = z.number().optional();
const planNodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Actual Rows': count,
  'Actual Loops': count,
  'Rows Removed by Filter': count,
  'Shared Hit Blocks': count,
  'Shared Read Blocks': count,
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  get Plans() {
    return z.array(planNodeSchema).optional();
  },
});

const loggedPlanSchema = z.object({ Plan: planNodeSchema });

/** The cost of smaller scans and sorts can be neglected. */
const minRows = 2000;

/**
 * Collects the facts of one request.
 * @param plans as PostgreSQL logs them in JSON; the pages of the last one include those of all others
 */
export function collectPlanFacts(plans: readonly string[]): PlanFacts {
  const roots = plans.map((plan) => loggedPlanSchema.parse(JSON.parse(plan)).Plan);
  const outermost = roots.at(-1);
  const nodes = roots.flatMap(flattenPlan);
  const scanned = new Map<string, number>();
  for (const node of nodes) {
    if (node['Node Type'] !== 'Seq Scan') continue;
    const rows = countRows(
      node,
      (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
    );
    const table = node['Relation Name'] ?? '';
    if (rows > minRows) scanned.set(table, Math.max(rows, scanned.get(table) ?? 0));
  }
  const sorts = nodes
    .filter((node) => node['Node Type'].endsWith('Sort'))
    .map((node) => countRows(node, node['Actual Rows'] ?? 0));
  return {
    pages: (outermost?.['Shared Hit Blocks'] ?? 0) + (outermost?.['Shared Read Blocks'] ?? 0),
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    scanned: Object.fromEntries(scanned),
    sorted: Math.max(0, ...sorts.filter((rows) => rows > minRows)),
  };
}

function flattenPlan(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattenPlan)];
}

function countRows(node: PlanNode, rows: number): number {
  return Math.round(rows * (node['Actual Loops'] ?? 1));
}

/** The tolerance for larger counts, because the chosen examples differ between machines. */
const tolerance = 1.25;

/**
 * Describes the facts that have become worse.
 * @param before the stored facts of the request
 */
export function listRegressions(before: PlanFacts, now: PlanFacts): readonly string[] {
  const isMore = (value: number, than: number): boolean => value > than * tolerance + 10;
  const unusedIndexes = before.indexes.filter((index) => !now.indexes.includes(index));
  return [
    ...(isMore(now.pages, before.pages) ? [`reads ${now.pages} pages, not ${before.pages}`] : []),
    ...unusedIndexes.map((index) => `does not use ${index}`),
    ...Object.entries(now.scanned).flatMap(([table, rows]) =>
      isMore(rows, before.scanned[table] ?? 0) ? [`scans ${rows} rows of ${table}`] : [],
    ),
    ...(isMore(now.sorted, before.sorted) ? [`sorts ${now.sorted} rows`] : []),
  ];
}
