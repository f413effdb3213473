import * as z from 'zod';

import { asText, listSection, type DocumentSection } from '../../data-api/document-sections.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import { columnSources, nameSourceTable } from '../geojson/property-sources.ts';
import { layerColumnsSection, type LayerColumn } from './layer-columns.ts';

const resourceValuesSchema = z
  .tuple([z.string(), z.string()])
  .readonly()
  .transform(([resourceId, lines]) => ({ resourceId, lines }));

/** The value tiles of a resource instance, as lines. */
export type ResourceValues = Readonly<z.output<typeof resourceValuesSchema>>;

/** The most bytes of the values of a resource instance in a tile. */
const maxValueBytes = 100_000;

/** The parts of the statement of a tile for the columns of its collection. */
export type TileColumns = {
  /** Tables that read `shown`: `source`, from which names may be read, and those of the columns. */
  readonly tables: Statement;
  /** Expressions, each after a comma: the columns and their values, for the entity tag. */
  readonly tagParts: Statement;
  /** Queries, each after `union all`, that return `rank`, `kind` and `line`: what counts besides features. */
  readonly parts: Statement;
  /** The bytes that count before all ranks: an expression. */
  readonly bytes: Statement;
  readonly sections: {
    readonly column: DocumentSection<readonly LayerColumn[]>;
    /** Lines for `parseFeatureLines`. */
    readonly shared: DocumentSection<readonly string[]>;
    readonly values: DocumentSection<readonly ResourceValues[]>;
  };
};

/**
 * The columns of a collection in a tile. Their values have the rank of the first feature of their resource instance, and what they mention that of the
 * first feature that mentions it, so that a tile ends where its bytes are too many.
 * @param collectionId null for features without columns
 * @param isNotModified an expression: whether the caller has the tile already
 * @param includedParts a query of the parts of the tile as `rank`, `kind` and `line`
 */
export function tileColumns(
  caller: Caller,
  collectionId: string | null,
  isNotModified: Statement,
  includedParts: Statement,
): TileColumns {
  if (collectionId === null) return noColumns(caller);
  const query = { ...defaultFeatureQuery, layer: collectionId };
  const { tables, columnLines, mentionLines, valueLines } = columnSources(caller, query);
  const ofKind = (kind: Statement): Statement => sql`(${includedParts}) p where p.kind = ${kind}`;
  return {
    tables: sql`chunk_feature as not materialized (select s.* from shown s)${tables},
column_line as materialized (
  ${columnLines}
),
mention_line as materialized (
  ${mentionLines}
),
resource_values as materialized (
  select v.rank, v.resource_id, v.lines
  from (
    select f.rank, f.resource_id, ${valueLines} as lines
    from (
      select s.resource_id, min(s.rank) as rank
      from shown s
      group by s.resource_id
    ) f
  ) v
  where octet_length(v.lines) <= ${int(maxValueBytes)}
)`,
    tagParts: sql`,
      (select string_agg(c.line, E'\\n' order by c.position) from column_line c),
      (select string_agg(m.line, E'\\n' order by m.line) from mention_line m),
      (select string_agg(v.lines, E'\\n' order by v.rank) from resource_values v)`,
    parts: sql`
    union all
    select m.rank, 'shared', m.line
    from mention_line m
    where not ${isNotModified}
    union all
    select v.rank, 'values', json_build_array(v.resource_id, v.lines)::text
    from resource_values v
    where not ${isNotModified}`,
    bytes: sql`(select coalesce(sum(octet_length(c.line)), 0) from column_line c)`,
    sections: {
      column: layerColumnsSection,
      shared: listSection(
        asText,
        sql`select c.position::bigint, c.line
    from column_line c
    union all
    select 1000000 + row_number() over (order by p.line), p.line
    from ${ofKind(sql`'shared'`)}`,
      ),
      values: listSection(
        resourceValuesSchema,
        sql`select p.rank, p.line
    from ${ofKind(sql`'values'`)}`,
      ),
    },
  };
}

function noColumns(caller: Caller): TileColumns {
  return {
    tables: sql`chunk_feature as not materialized (select s.* from shown s)${nameSourceTable(caller)}`,
    tagParts: sql``,
    parts: sql``,
    bytes: sql`0`,
    sections: {
      column: { ...layerColumnsSection, select: undefined },
      shared: listSection(asText, undefined),
      values: listSection(resourceValuesSchema, undefined),
    },
  };
}
