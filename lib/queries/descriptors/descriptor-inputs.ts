import * as z from 'zod';

import {
  documentQuery,
  listSection,
  type SectionValues,
  type SectionReader,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { ValueReferences } from '../../model/datatypes/datatype.ts';
import type { NamingModel } from '../../model/descriptors/fill-templates.ts';
import type {
  NamingSources,
  DescriptorInput,
} from '../../model/descriptors/compute-descriptors.ts';
import type { ResourceId } from '../../model/ids.ts';
import { labelledValueSchema, labelledValuesQuery } from '../concepts/concept-labels.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import { tileOrder } from '../tiles/tile-order.ts';
import {
  storedNamesExpression,
  groupNestedNames,
  nestedNamePairSchema,
  nestedNamesQuery,
  storedNamesSchema,
  descriptorStamp,
} from './stored-descriptors.ts';

/** The state of a resource instance when its descriptors were computed; it must be the same when they are stored. */
export type StateWhenComputed = {
  readonly resourceId: string;
  readonly version: string;
  /** The hash of its stored descriptors (`descriptorStamp`). */
  readonly stamp: string;
};

/** Resource instances with everything from which their descriptors are computed. */
export type DescriptorInputs = {
  readonly items: readonly (DescriptorInput & StateWhenComputed)[];
  readonly sources: NamingSources;
};

/** The tables and expressions from which `descriptorInputTables` reads. */
export type DescriptorInputTables = {
  /** A table of resource_id. */
  readonly resources: Statement;
  /** The tiles to use instead of the stored ones. */
  readonly tiles?: Statement;
  /** The version that the resource instance `r` has when its descriptors are stored. */
  readonly version?: Statement;
};

/**
 * The common table expressions of `descriptorInputSections`, without a comma at the end. Resource instances that do
 * not exist are left out.
 */
export function descriptorInputTables({
  resources,
  tiles = sql`tile`,
  version = sql`r.version`,
}: DescriptorInputTables): Statement {
  return sql`described_resource as materialized (
    select r.resource_id, ${version} as version, ${descriptorStamp(sql`r`)} as stamp, p.publication_id, p.naming
    from resource r
    join graph g on g.graph_id = r.graph_id
    join publication p on p.publication_id = g.publication_id
    where r.resource_id = any (array(select d.resource_id from ${resources} d))
      -- A resource instance that is only proposed has no name yet.
      and r.proposed_by is null
  ),
  source_tile as materialized (
    select d.resource_id, t.tile_id, t.nodegroup_id, t.data
    from described_resource d
    cross join lateral (
      select distinct (m.nodegroup_id #>> '{}')::uuid as nodegroup_id
      from jsonb_path_query(d.naming, '$.descriptors.*.nodegroupId ? (@ != null)') as m (nodegroup_id)
    ) template
    cross join lateral (
      select t.tile_id, t.nodegroup_id, t.data
      from ${tiles} t
      where t.resource_id = d.resource_id
        and t.nodegroup_id = template.nodegroup_id
        and not t.is_proposed
      order by ${tileOrder(sql`t`)}
      limit 1
    ) t
  ),
  source_value as materialized (
    ${conceptValuesInTilesQuery(sql`source_tile`)}
  ),
  source_resource as materialized (
    select distinct r.to_resource_id as resource_id
    from resource_relation r
    where r.tile_id = any (array(select t.tile_id from source_tile t))
  )`;
}

const describedResourceSchema = z.object({
  resourceId: z.string(),
  version: z.string(),
  stamp: z.string(),
  publicationId: z.string(),
  tiles: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const resourceNamesSchema = z.object({ resourceId: z.string(), names: storedNamesSchema });

/**
 * The sources of descriptors besides tiles: labels of `source_value`, names of `source_resource`, and languages.
 */
const sourceSections = {
  'source-label': listSection(
    labelledValueSchema,
    sql`select row_number() over (order by l.value_id), l.label
      from (${labelledValuesQuery(sql`array(select v.value_id from source_value v)`)}) l (value_id, label)`,
  ),
  'source-name': listSection(
    resourceNamesSchema,
    sql`select
        row_number() over (order by r.resource_id),
        jsonb_build_object('resourceId', r.resource_id, 'names', ${storedNamesExpression(sql`r.descriptors`)})::text
      from resource r
      where r.resource_id = any (array(select s.resource_id from source_resource s))`,
  ),
  'nested-name': listSection(
    nestedNamePairSchema,
    nestedNamesQuery(sql`select s.resource_id from source_resource s`),
  ),
  language: listSection(
    z.string(),
    sql`select row_number() over (order by l.language_id collate "C"), to_json(l.language_id)::text
      from language l`,
  ),
};

/** Everything from which descriptors are computed, as sections of a document. */
export const descriptorInputSections = {
  model: listSection(
    // These documents need no validation, because compileGraph has written them.
    (text): NamingModel => JSON.parse(text),
    sql`select row_number() over (order by m.publication_id), m.naming::text
      from (select distinct on (d.publication_id) d.publication_id, d.naming from described_resource d) m`,
  ),
  'to-describe': listSection(
    (text) => describedResourceSchema.parse(parseLossless(text)),
    sql`select
        row_number() over (order by d.resource_id),
        jsonb_build_object(
          'resourceId', d.resource_id,
          'version', d.version::text,
          'stamp', d.stamp,
          'publicationId', d.publication_id,
          'tiles', coalesce(t.tiles, '{}')
        )::text
      from described_resource d
      left join (
        select t.resource_id, jsonb_object_agg(t.nodegroup_id, t.data) as tiles
        from source_tile t
        group by t.resource_id
      ) t on t.resource_id = d.resource_id`,
  ),
  ...sourceSections,
};

/**
 * Builds the inputs from `descriptorInputSections`.
 * @param languages languages in addition to the stored ones, the project's default language first
 */
export function descriptorInputsFromSections(
  section: SectionReader<SectionValues<typeof descriptorInputSections>>,
  languages: readonly string[],
): DescriptorInputs {
  const models = new Map<string, NamingModel>(
    section('model').map((model) => [model.publicationId, model]),
  );
  const items = section('to-describe').flatMap(({ tiles, publicationId, ...state }) => {
    const model = models.get(publicationId);
    return model === undefined ? [] : [{ ...state, model, tiles: new Map(Object.entries(tiles)) }];
  });
  return { items, sources: namingSourcesFromSections(section, languages) };
}

function namingSourcesFromSections(
  section: SectionReader<SectionValues<typeof sourceSections>>,
  languages: readonly string[],
): NamingSources {
  const concepts = new Map(section('source-label').map((label) => [label.valueId, label]));
  const names = new Map(section('source-name').map(({ resourceId, names }) => [resourceId, names]));
  const nestedIds = groupNestedNames(section('nested-name'));
  return {
    languages: [...new Set([...languages, ...section('language')])],
    concept: (valueId) => concepts.get(valueId),
    names: (resourceId) => names.get(resourceId) ?? {},
    namedResources: (resourceId) => nestedIds.get(resourceId) ?? [],
  };
}

/**
 * Finds everything from which the descriptors of resource instances are computed.
 * @param languages languages in addition to the stored ones, the project's default language first
 */
export function findDescriptorInputs(
  resources: readonly ResourceId[],
  languages: readonly string[],
): DocumentQuery<DescriptorInputs> {
  return documentQuery(
    {
      withClause: sql`with requested as materialized (
    select r.resource_id
    from unnest(${uuidArray(resources)}) as r (resource_id)
  ),
  ${descriptorInputTables({ resources: sql`requested` })}`,
      sections: descriptorInputSections,
      // The caller has locked the resource instances, so they cannot change.
      version: sql`select ''`,
    },
    (section) => descriptorInputsFromSections(section, languages),
  );
}

/**
 * Finds the sources of descriptors of resource instances that are not stored yet.
 * @param references the references in their tiles
 * @param languages languages in addition to the stored ones, the project's default language first
 */
export function findDescriptorSources(
  { conceptValues, resources }: ValueReferences,
  languages: readonly string[],
): DocumentQuery<NamingSources> {
  return documentQuery(
    {
      withClause: sql`with source_value as materialized (
    select v.value_id
    from unnest(${uuidArray(conceptValues)}) as v (value_id)
  ),
  source_resource as materialized (
    select r.resource_id
    from unnest(${uuidArray(resources)}) as r (resource_id)
  )`,
      sections: sourceSections,
    },
    (section) => namingSourcesFromSections(section, languages),
  );
}
