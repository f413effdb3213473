import { splitLines, textSlices } from '../../data-api/chunks.ts';
import type { Row } from '../../data-api/client.ts';
import { InvalidDataApiCall } from '../../data-api/errors.ts';
import { sectionLines, parseSections } from '../../data-api/document-sections.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { maxNamesPerBatch } from './name-marks.ts';
import {
  descriptorInputsFromSections,
  descriptorInputSections,
  descriptorInputTables,
  type DescriptorInputs,
} from './descriptor-inputs.ts';

/** The maximum bytes of dependent names in a result, so that the result stays below 1 MiB. */
const maxBytes = 800_000;

/** An expression: it sets the token for the marks of the current transaction. Its value is never null. */
export function setMarkTokenExpression(token: string): Statement {
  return sql`set_config('heritage.mark_token', ${uuid(token)}::text, true)`;
}

/**
 * An expression: the number of resource instances whose descriptors contain the name of this one, up to one more than
 * a batch.
 */
export function dependantCountExpression(resourceId: ResourceId): Statement {
  return sql`(
          select count(*)
          from (
            select
            from name_source s
            where s.source_id = ${uuid(resourceId)}
            limit ${int(maxNamesPerBatch + 1)}
          ) f
        )`;
}

/** Which dependent names to return with the change of a name. */
export type DependantOptions = {
  readonly resourceId: ResourceId;
  /** The token of the mark that the change creates. It identifies the mark when the mark is removed later. */
  readonly token: string;
  /** As in `DescriptorInputTables`, for a statement that also changes other resource instances. */
  readonly tiles?: Statement;
  readonly version?: Statement;
};

/**
 * The common table expressions of `statementWithDependentNames`, without a comma at the end: the resource instances whose
 * descriptors contain a name, directly or through another name, if they are few. They are returned as they were before
 * the statement. The resource instance that the statement changes is not among them.
 */
export function dependantTables({ resourceId, token, ...tables }: DependantOptions): Statement {
  return sql`dependant_resource as materialized (
    with recursive dependant (resource_id, in_name) as (
      select s.resource_id, s.in_name
      from name_source s
      where s.source_id = ${uuid(resourceId)}
      union
      select s.resource_id, s.in_name
      from dependant d
      join name_source s on s.source_id = d.resource_id
      where d.in_name
    )
    select distinct f.resource_id
    from (
      select d.resource_id
      from dependant d
      -- A resource instance can occur twice: with and without in_name.
      limit ${int(2 * (maxNamesPerBatch + 1))}
    ) f
    where f.resource_id <> ${uuid(resourceId)}
  ),
  few_dependants as materialized (
    select d.resource_id
    from dependant_resource d
    where (select count(*) from dependant_resource) <= ${int(maxNamesPerBatch)}
  ),
  ${descriptorInputTables({ resources: sql`few_dependants`, ...tables })},
  dependant_line (position, line) as materialized (
    ${sectionLines(descriptorInputSections)}
  ),
  mark_setting as materialized (
    select ${setMarkTokenExpression(token)} as token
  )`;
}

/**
 * A statement that returns one text, followed by the dependent names if they are few.
 * @param outcome a query that returns the text
 */
export function statementWithDependentNames(outcome: Statement): Statement {
  return sql`select w.text
from (
  select -1::bigint, 0, o.text
  from (${outcome}) o (text)
  cross join mark_setting m
  where m.token is not null
  union all
  select p.position, s.slice_number, s.slice
  from dependant_line p
  cross join lateral ${textSlices(sql`p.line`)} s
  where (select sum(octet_length(o.line)) from dependant_line o) <= ${int(maxBytes)}
    and exists (select from few_dependants)
) w (position, slice_number, text)
order by w.position, w.slice_number`;
}

/**
 * Parses the dependent names from the rows of `statementWithDependentNames`, without the first row.
 * @param languages languages in addition to the stored ones, the project's default language first
 * @returns undefined if there are none, or too many
 */
export function parseDependentNames(
  rows: readonly Row[],
  languages: readonly string[],
): DescriptorInputs | undefined {
  if (rows.length === 0) return undefined;
  const slices = rows.map(([slice]) => {
    if (typeof slice !== 'string') throw new InvalidDataApiCall('A slice is not text.');
    return slice;
  });
  return descriptorInputsFromSections(
    parseSections(descriptorInputSections, splitLines(slices.join(''))),
    languages,
  );
}
