import * as z from 'zod';

import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import {
  labelledValueSchema,
  labelledValueRowsQuery,
  type LabelledValue,
} from '../concepts/concept-labels.ts';
import { firstPictureSection, type FirstPicture } from '../files/first-pictures.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from '../resources/listed-names.ts';
import { labelledNodeMembers, labelledNodeSchema } from '../nodes/labelled-node.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';
import { boundingBoxQuery, boundingBoxSchema } from '../resources/search-resources.ts';
import { conditionTables } from './match-tables.ts';
import { metValuesQuery } from './met-values.ts';

/** The longest value that is returned as it is, in bytes. Of longer ones, the beginning of their text is. */
const maxValueBytes = 10_000;

/** The longest beginning of a text, in characters. */
const maxTextCharacters = 1000;

const placeSchema = z
  .object({ resourceId: z.string(), place: boundingBoxSchema.nullable() })
  .readonly();

const metNodeSchema = labelledNodeSchema
  .extend({ datatype: z.string(), config: z.record(z.string(), z.unknown()) })
  .readonly();

/** A node with a value that meets a condition. */
export type MetNode = z.output<typeof metNodeSchema>;

const metValueSchema = z
  .object({
    resourceId: z.string(),
    nodeId: z.string(),
    tileId: z.string(),
    value: z.unknown(),
  })
  .readonly();

/** A value that meets a condition. */
export type MetValue = z.output<typeof metValueSchema>;

/** What is shown of a page of the resource instances that a question finds. */
export type FoundRecords = {
  /** Those of the page, and those to which met values refer. */
  readonly resources: readonly ListedResource[];
  /** The first pictures of those of the page. */
  readonly pictures: readonly FirstPicture[];
  readonly places: readonly z.output<typeof placeSchema>[];
  readonly values: readonly MetValue[];
  readonly nodes: readonly MetNode[];
  /** The concepts in met values. */
  readonly concepts: readonly LabelledValue[];
  /** The resource models that the caller may know, by id. */
  readonly models: readonly ListedModel[];
};

/**
 * Finds names, bounding boxes and met values of those of some resource instances that the caller may see.
 * @throws TooManyAlternatives
 */
export function findFoundRecords(
  caller: Caller,
  ids: readonly string[],
  question: Question,
): DocumentQuery<FoundRecords> {
  const { context, tables } = conditionTables(caller, question, true);
  return documentQuery(
    {
      withClause: sql`with recursive ${joinTables([
        tables,
        sql`found_record as materialized (
  select r.resource_id, r.graph_id
  from visible_among(${int(caller)}, ${uuidArray(ids)}) v
  join resource r on r.resource_id = v.resource_id
),
met_value as materialized (
  select
    m.resource_id,
    m.tile_id,
    m.node_key,
    case
      when octet_length(m.value::text) > ${int(maxValueBytes)} then to_jsonb(left(text_of_value(m.value), ${int(maxTextCharacters)}))
      else m.value
    end as value
  from (
    ${metValuesQuery(sql`found_record`, question, context)}
  ) m
),
met_id as materialized (
  select distinct i.entry_value as id
  from met_value m
  cross join lateral id_of_value(m.value) i
),
met_node as materialized (
  select n.*
  from node n
  where n.node_id::text in (select m.node_key from met_value m)
),
listed_resource as materialized (
  select r.*, ${idsInDescriptorsColumn}
  from visible_among(
    ${int(caller)},
    array(
      select f.resource_id
      from found_record f
      union
      select m.id
      from met_id m
    )
  ) v
  join resource r on r.resource_id = v.resource_id
)`,
        listedNameTables(caller, sql`listed_resource`),
        readableModelTable(caller),
      ])}`,
      sections: {
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
        model: listedModelSection,
        picture: firstPictureSection(caller, sql`select f.resource_id from found_record f`),
        place: listSection(
          placeSchema,
          sql`select
      row_number() over (order by f.resource_id),
      jsonb_build_object('resourceId', f.resource_id, 'place', (${boundingBoxQuery(sql`f.resource_id`)}))::text
    from found_record f`,
        ),
        value: listSection(
          metValueSchema,
          sql`select
      row_number() over (order by m.resource_id, ng.depth, ng.model_position, n.model_position, n.node_id, m.tile_id, m.value),
      jsonb_build_object('resourceId', m.resource_id, 'nodeId', n.node_id, 'tileId', m.tile_id, 'value', m.value)::text
    from met_value m
    join met_node n on n.node_id::text = m.node_key
    join nodegroup ng on ng.nodegroup_id = n.nodegroup_id`,
        ),
        node: listSection(
          metNodeSchema,
          sql`select
      row_number() over (order by n.node_id),
      jsonb_build_object(
        ${labelledNodeMembers},
        'datatype', n.datatype,
        'config', n.config
      )::text
    from met_node n`,
        ),
        concept: listSection(
          labelledValueSchema,
          labelledValueRowsQuery(sql`v.value_id in (select m.id from met_id m)`),
        ),
      },
    },
    (section) => ({
      resources: section('resource'),
      pictures: section('picture'),
      places: section('place'),
      values: section('value'),
      nodes: section('node'),
      concepts: section('concept'),
      models: section('model'),
    }),
  );
}
