import type { PartsQuery } from '../../data-api/chunks.ts';
import {
  bigint,
  boolean,
  int,
  sql,
  text,
  textArray,
  uuid,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { preferredLabels } from '../concepts/concept-labels.ts';
import { readableNames } from '../readable-names.ts';
import type { Caller } from './list-resources.ts';
import { tileRecord } from '../tiles/tile-record.ts';
import { uuidPattern } from '../uuid-pattern.ts';

/**
 * How much a form of a resource instance needs besides its tiles: nothing; the model and the concepts of its values; the names of
 * concepts and of referenced resource instances, too.
 */
export type Needed = 'tiles' | 'concepts' | 'names';

/** Which form of a resource instance is wanted, and what the asker has already. */
export type DocumentQuery = {
  /** Leaves out nodegroups whose card, or one above, is hidden. */
  readonly leaveOutHidden: boolean;
  readonly needed: Needed;
  /** Whether the form shows display names, of the resource instance itself or of others. */
  readonly showsNames: boolean;
  /** What the form depends on besides the data, such as the format: part of what the entity tag is made of. */
  readonly representation: string;
  /** The publications whose compiled graphs need not be read again. */
  readonly knownPublications: readonly string[];
  /** The entity tags of `If-None-Match` without their quotes; `*` stands for any. */
  readonly knownTags: readonly string[];
  /** The time of `If-Modified-Since`, in seconds since 1970. */
  readonly knownSince: number | null;
};

/**
 * One resource instance for a caller. Every part is a letter and a text after a tab:
 * - `A` whether the caller may read anything at all: true or false;
 * - `H` the header, see `readResourceHeader`. Absent: the resource instance is unknown or not the caller's to see;
 * - `T` a tile record, in their stable order: depth, order of the model, sort order, id. One below a tile that the caller may not
 *   read has no parent;
 * - `C` a concept that a value refers to: {value_id, concept_id, text, language, labels, identifiers};
 * - `R` a referenced resource instance that the caller may see: {resource_id, graph_id, root_class, names};
 * - `G` the compiled graph, unless its publication is known.
 * The entity tag is the version and a hash of all that the form is made of, so that it changes with labels, grants and the
 * model as well. Where the asker has the same already, nothing comes after the header.
 */
export function resourceDocument(
  caller: Caller,
  resourceId: ResourceId,
  query: DocumentQuery,
): PartsQuery {
  const since = query.knownSince === null ? null : BigInt(query.knownSince);
  return {
    parts: sql`with visible as (
    select r.*, g.publication_id
    from visible_resource(${int(caller)}) v
    join resource r on r.resource_id = v.resource_id
    join graph g on g.graph_id = r.graph_id
    where v.resource_id = ${uuid(resourceId)}
  ),
  readable as materialized (
    select n.nodegroup_id, n.depth, n.model_position, n.is_hidden
    from readable_nodegroup(${int(caller)}) p
    join nodegroup n on n.nodegroup_id = p.nodegroup_id
  ),
  readable_tile as materialized (
    select t.*, n.depth, n.model_position, n.is_hidden
    from visible v
    join tile t on t.resource_id = v.resource_id
    join readable n on n.nodegroup_id = t.nodegroup_id
  ),
  shown_tile as (
    select t.*
    from readable_tile t
    where not (t.is_hidden and ${boolean(query.leaveOutHidden)})
  ),
  ${query.needed === 'tiles' ? sql`` : mentionedConcept}
  ${query.needed === 'names' ? sql`${referencedResource(caller)}` : sql``}
  header as materialized (
    select
      v.version,
      v.publication_id,
      jsonb_build_object(
        'graph_id', v.graph_id,
        'legacyid', v.legacy_id,
        'resourceinstanceid', v.resource_id,
        'version', v.version,
        'publication_id', v.publication_id,
        'descriptors', readable_descriptors(
          v.descriptors,
          (select array_agg(n.nodegroup_id) from readable n),
          (
            select array_agg(o.resource_id)
            from visible_resource(${int(caller)}) o
            where o.resource_id = any (described_resources(v.descriptors))
          )
        )
      ) as document,
      greatest(
        v.changed_at,
        -- The end of the transaction, where it was a long one.
        (select max(a.end_time) from activity a where a.resource_id = v.resource_id),
        (select max(c.changed_at) from last_change c)
        ${query.showsNames ? lastChangeOfNames(caller, query.needed) : sql``}
      ) as changed_at
    from visible v
  ),
  source as materialized (
    select
      2 as section,
      row_number() over (order by t.depth, t.model_position, coalesce(t.sort_order, 0), t.tile_id) as place,
      E'T\t' || ${tileRecord(caller, parentIsReadable)} as part
    from shown_tile t
    ${query.needed === 'tiles' ? sql`` : conceptParts(query.needed)}
    ${query.needed === 'names' ? resourceParts : sql``}
  ),
  tag as materialized (
    select
      h.version || '-' || left(
        md5(concat_ws(
          E'\n',
          ${text(query.representation)},
          h.document::text,
          (select string_agg(s.part, E'\n' order by s.section, s.place) from source s)
        )),
        16
      ) as etag,
      extract(epoch from date_trunc('second', h.changed_at))::bigint as changed_second,
      -- What changed within this second may change in it again, and a time of HTTP would not tell.
      h.changed_at < date_trunc('second', clock_timestamp()) as is_settled
    from header h
  ),
  known as materialized (
    select
      t.etag,
      t.changed_second,
      t.is_settled,
      t.etag = any (${textArray(query.knownTags)})
        or '*' = any (${textArray(query.knownTags)})
        or (t.is_settled and coalesce(t.changed_second <= ${bigint(since)}, false))
        as is_known
    from tag t
  ),
  part as (
    select 0 as section, 0::bigint as place, E'A\t' || may_read_anything(${int(caller)})::text as part
    union all
    select
      1,
      0,
      E'H\t' || (
        -- As long as it is in every call: what is read in several calls is read again where its size changed.
        h.document || jsonb_build_object(
          'etag', k.etag,
          'changed_second', k.changed_second,
          'is_settled', k.is_settled::int,
          'is_known', k.is_known
        )
      )::text
    from header h
    cross join known k
    union all
    select s.section, s.place, s.part
    from source s
    where not (select k.is_known from known k)
    ${query.needed === 'tiles' ? sql`` : graphPart(query.knownPublications)}
  )
  select
    row_number() over (order by p.section, p.place) as position,
    p.part
  from part p`,
    stamp: sql`select r.version from resource r where r.resource_id = ${uuid(resourceId)}`,
  };
}

/** A tile below one that the caller may not read has no parent; one below a hidden tile has. */
const parentIsReadable = sql`t.parent_tile_id in (select p.tile_id from readable_tile p)`;

/** The concept values that values of the shown tiles name. */
const mentionedConcept = sql`mentioned_value as materialized (
    select distinct named.value_id::uuid as value_id
    from shown_tile t
    join node n on n.nodegroup_id = t.nodegroup_id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(t.data -> n.node_id::text)
        when 'array' then t.data -> n.node_id::text
        when 'string' then jsonb_build_array(t.data -> n.node_id::text)
        else '[]'::jsonb
      end
    ) named (value_id)
    where n.holds = 'concept values'
      and named.value_id ~* ${uuidPattern}
  ),`;

function conceptParts(needed: Needed): Statement {
  const texts =
    needed === 'names'
      ? sql`,
        'text', v.value,
        'language', v.language_id,
        'labels', ${preferredLabels},
        'identifiers', (
          select coalesce(jsonb_agg(i.value order by i.value collate "C"), '[]')
          from concept_value i
          where i.concept_id = v.concept_id
            and i.value_type = 'identifier'
        )`
      : sql``;
  return sql`union all
    select
      3,
      row_number() over (order by v.value_id),
      E'C\t' || jsonb_build_object(
        'value_id', v.value_id,
        'concept_id', v.concept_id${texts}
      )::text
    from concept_value v
    where v.value_id = any (array(select m.value_id from mentioned_value m))`;
}

/** The resource instances that values of the shown tiles refer to, as far as the caller may see them. */
function referencedResource(caller: Caller): Statement {
  return sql`referenced as materialized (
    select r.*
    from visible_resource(${int(caller)}) v
    join resource r on r.resource_id = v.resource_id
    where v.resource_id = any (array(
      select o.to_resource_id
      from resource_relation o
      where o.tile_id = any (array(select t.tile_id from shown_tile t))
    ))
  ),
  named_in_referenced as materialized (
    select array_agg(v.resource_id) as visible
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select unnest(described_resources(r.descriptors))
      from referenced r
    ))
  ),`;
}

const resourceParts = sql`union all
    select
      4,
      row_number() over (order by r.resource_id),
      E'R\t' || jsonb_build_object(
        'resource_id', r.resource_id,
        'graph_id', r.graph_id,
        'root_class', (
          select n.ontology_class
          from node n
          where n.graph_id = r.graph_id
            and n.parent_node_id is null
        ),
        'names', ${readableNames(sql`select i.visible from named_in_referenced i`)}
      )::text
    from referenced r`;

/**
 * Names of other resource instances change with these, and vanish with them. Where one is not there for the caller, it may have
 * been, and no time tells since when it is not: the time is yet to come, so none is told. What there is, but not for the caller,
 * is what there is not.
 */
function lastChangeOfNames(caller: Caller, needed: Needed): Statement {
  const referred =
    needed === 'names'
      ? sql`
            union
            select o.to_resource_id
            from resource_relation o
            where o.tile_id = any (array(select t.tile_id from shown_tile t))`
      : sql``;
  return sql`,
        (
          select max(
            case
              when r.resource_id is null then clock_timestamp() + interval '1 day'
              else greatest(a.end_time, r.changed_at)
            end
          )
          from (
            select unnest(described_resources(v.descriptors)) as resource_id${referred}
          ) named
          left join resource r
            on r.resource_id = named.resource_id
            and r.resource_id in (select o.resource_id from visible_resource(${int(caller)}) o)
          left join activity a on a.resource_id = r.resource_id
        )`;
}

function graphPart(knownPublications: readonly string[]): Statement {
  return sql`union all
    select 5, 0, E'G\t' || p.document
    from header h
    join publication p on p.publication_id = h.publication_id
    where not (select k.is_known from known k)
      and h.publication_id <> all (${uuidArray(knownPublications)})`;
}
