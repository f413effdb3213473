import { CommandError } from '../../../command-error.ts';
import { describeChoices } from '../../../text.ts';
import type { FileTable, TableFile } from '../table-cell.ts';
import type { PlanContext } from './plan-context.ts';
import { planTable } from './plan-table.ts';
import type { MappedTable } from './table-mapping.ts';
import type { TablePlan } from './table-plan.ts';

/** The tables to import, and those of the file that the mapping does not have. */
export type TablePlans = {
  /** Parents before the tables of nodegroups below them. */
  readonly plans: readonly TablePlan[];
  readonly unmapped: readonly string[];
};

/**
 * Plans the tables of a file.
 * @param name of the only table of the mapping that counts; undefined for all
 * @param findUnknownSystems returns the reference systems that the database does not know
 * @throws CommandError that lists all that is wrong with the mapping
 */
export async function planTables(
  file: TableFile,
  name: string | undefined,
  context: PlanContext,
  findUnknownSystems: (srids: readonly number[]) => Promise<readonly number[]>,
): Promise<TablePlans> {
  const problems: string[] = [];
  const mapped = context.mapping.tables.filter(({ table }) => name === undefined || table === name);
  if (mapped.length === 0)
    throw mappingError([
      `there is no table ${name}. ${describeChoices(context.mapping.tables.map(({ table }) => table))}`,
    ]);
  const pairs = mapped.flatMap((table) => {
    const match = findTable(table, mapped, file);
    if (typeof match === 'string') problems.push(match);
    return typeof match === 'string' ? [] : [{ table, match }];
  });
  const plans = pairs.map(({ table, match }) =>
    planTable(table, match, context, (problem) => problems.push(`${table.table}: ${problem}`)),
  );
  const srids = plans.flatMap(({ values, points }) =>
    [...values, ...points].map(({ srid }) => srid),
  );
  for (const srid of await findUnknownSystems([...new Set(srids)]))
    problems.push(
      `the reference system EPSG:${srid} is unknown. Write the number that the EPSG dataset has for it.`,
    );
  if (problems.length > 0) throw mappingError(problems);
  const used = new Set(pairs.map(({ match }) => match));
  return {
    plans: plans.toSorted((one, other) => depthOf(one, context) - depthOf(other, context)),
    unmapped: file.tables.filter((table) => !used.has(table)).flatMap((table) => table.name ?? []),
  };
}

const mappingError = (problems: readonly string[]): CommandError =>
  new CommandError(
    'mapping_does_not_fit',
    [
      'The mapping does not fit the file or the model:',
      ...problems.map((line) => `  ${line}`),
    ].join('\n'),
  );

/** Finds the table of the file: by its name, otherwise the only one for the only one. @returns what is wrong if there is none */
function findTable(
  { table: name }: MappedTable,
  mapped: readonly MappedTable[],
  { tables }: TableFile,
): FileTable | string {
  const named = tables.find((table) => table.name === name);
  if (named !== undefined) return named;
  const [only, another] = tables;
  if (only !== undefined && another === undefined && mapped.length === 1) return only;
  const names = tables.flatMap((table) => table.name ?? []);
  return names.length === 0
    ? `the file has one table, and the mapping has several. Choose one with --table ${name}.`
    : `the file has no table ${name}. ${describeChoices(names)}`;
}

/** The records come first, because the tiles of other tables may be below theirs. */
function depthOf({ nodegroupId }: TablePlan, { graph }: PlanContext): number {
  if (nodegroupId === null) return -1;
  return graph.nodegroups.find((nodegroup) => nodegroup.nodegroupId === nodegroupId)?.depth ?? 0;
}
