import type { PartsQuery } from '../../data-api/chunks.ts';
import { int, sql, text, textArray, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { isWritten } from './is-written.ts';
import { keptKey } from './idempotency.ts';
import { readableNames } from '../readable-names.ts';
import type { Caller } from './list-resources.ts';
import { readableTiles, tileParts } from '../tiles/tiles-to-change.ts';
import { uuidPattern } from '../uuid-pattern.ts';

/** What is to be changed, and what the request speaks of. */
export type ChangeQuery = {
  readonly resourceId: ResourceId;
  /** The model that is named: its id or slug; null where none is. */
  readonly graph: string | null;
  /** A nodegroup whose model it is where none is named. */
  readonly nodegroupId: string | null;
  /** A node whose model it is where none is named. */
  readonly nodeId: string | null;
  /** Classes of the root of the model where none is named: the only one that has one of them. */
  readonly rootClasses: readonly string[];
  /** The id of the work, under which an earlier attempt of it may have been stored. */
  readonly transactionId: string;
  readonly idempotencyKey: string | null;
  /** Ids that the request speaks of: of concepts and their values, of resource instances, of tiles. */
  readonly uuids: readonly string[];
  /** Addresses that it speaks of: those of concepts elsewhere are identifiers. */
  readonly iris: readonly string[];
  /** The publications whose compiled graphs need not be read again. */
  readonly knownPublications: readonly string[];
};

/**
 * Everything that a change of one resource instance depends on, in one statement. Every part is a letter and a text after a tab:
 * - `H` the header, see `readChangeHeader`: rights, model, version;
 * - `N` a nodegroup of the model that the caller may read: {nodegroup_id, can_write, can_delete};
 * - `T` a tile that the caller may read: its record, and after another tab {provisional_edits, holds_unreadable}. They are in their stable order;
 * - `E` a tile that the request speaks of and that is not among these: {tile_id, resource_id}, the latter null where the caller may not read it;
 * - `C` a concept that the request or a value speaks of: {concept_id, values, identifiers, collections};
 * - `R` a resource instance that the request or a value speaks of: {resource_id, graph_id, root_class, is_visible, names, all_names};
 * - `G` the compiled graph, unless its publication is known.
 * What the caller may not see is in here where the rules of writing need it (`all_names`, unreadable proposals): it goes into no answer.
 */
export function resourceToChange(caller: Caller, query: ChangeQuery): PartsQuery {
  return {
    parts: sql`with asked as materialized (
    select
      array(select i.id::uuid from unnest(${textArray(query.uuids)}) as i (id)) as ids,
      ${textArray(query.iris)} as iris
  ),
  stored as materialized (
    select r.*, p.can_view, p.can_change
    from resource r
    cross join lateral resource_permission(${int(caller)}, r.resource_id) p
    where r.resource_id = ${uuid(query.resourceId)}
  ),
  ${readableTiles(caller)},
  ${targetGraph(caller, query)},
  ${mentionedConcepts},
  ${mentionedResources(caller)},
  header as materialized (
    select jsonb_build_object(
      'may_read_anything', may_read_anything(${int(caller)}),
      'is_reviewer', is_reviewer(${int(caller)}),
      'graph_id', t.graph_id,
      'publication_id', t.publication_id,
      'may_create', coalesce(t.may_create, false),
      'named_graph_id', (select n.graph_id from named_graph n),
      'languages', (select jsonb_agg(l.language_id order by l.language_id collate "C") from language l),
      'kept_key', ${keptKey(caller, query.idempotencyKey)},
      'is_written', ${isWritten(query)},
      'stored', (
        select jsonb_build_object(
          'can_view', s.can_view,
          'can_change', s.can_change,
          'version', s.version::text,
          'legacy_id', s.legacy_id,
          'created_by', s.created_by,
          'descriptors', s.descriptors,
          'readable_descriptors', readable_descriptors(
            s.descriptors,
            (select array_agg(n.nodegroup_id) from readable n),
            (
              select array_agg(o.resource_id)
              from visible_resource(${int(caller)}) o
              where o.resource_id = any (described_resources(s.descriptors))
            )
          )
        )
        from stored s
      )
    ) as document
    from (select) one
    left join target t on true
  ),
  part as (
    select 1 as section, 0::bigint as place, E'H\t' || h.document::text as part
    from header h
    union all
    select
      2,
      row_number() over (order by n.nodegroup_id),
      E'N\t' || jsonb_build_object('nodegroup_id', n.nodegroup_id, 'can_write', n.can_write, 'can_delete', n.can_delete)::text
    from readable n
    join target t on t.graph_id = n.graph_id
    union all
    ${tileParts(caller)}
    union all
    select
      4,
      row_number() over (order by t.tile_id),
      E'E\t' || jsonb_build_object(
        'tile_id', t.tile_id,
        'resource_id', (
          select v.resource_id
          from visible_resource(${int(caller)}) v
          where v.resource_id = t.resource_id
            and t.nodegroup_id in (select n.nodegroup_id from readable n)
        )
      )::text
    from asked a
    join tile t on t.tile_id = any (a.ids)
    where t.tile_id not in (select r.tile_id from readable_tile r)
    ${conceptParts}
    ${resourceParts}
    union all
    select 7, 0, E'G\t' || p.document
    from target t
    join publication p on p.publication_id = t.publication_id
    where t.publication_id <> all (${uuidArray(query.knownPublications)})
  )
  select
    row_number() over (order by p.section, p.place) as position,
    p.part
  from part p`,
    stamp: sql`select concat(
    (select r.version from resource r where r.resource_id = ${uuid(query.resourceId)}),
    (select max(c.changed_at) from last_change c)
  )`,
  };
}

/** The model: that of the stored resource instance, else the one that is named; one of which the caller may read nothing is unknown. */
function targetGraph(caller: Caller, query: ChangeQuery): Statement {
  return sql`only_graph_of_class as (
    select min(n.graph_id::text)::uuid as graph_id
    from node n
    join graph g on g.graph_id = n.graph_id
    where n.parent_node_id is null
      and n.ontology_class = any (${textArray(query.rootClasses)})
      and g.is_resource_model
      and g.graph_id in (select r.graph_id from readable r)
    having count(*) = 1
  ),
  named_graph as materialized (
    select g.graph_id, g.publication_id
    from graph g
    where g.is_resource_model
      and (
        g.slug = ${text(query.graph)}
        or g.graph_id::text = lower(${text(query.graph)})
        or (
          ${text(query.graph)} is null
          and (
            g.graph_id = (select n.graph_id from nodegroup n where n.nodegroup_id = ${uuid(query.nodegroupId)})
            or g.graph_id = (select n.graph_id from node n where n.node_id = ${uuid(query.nodeId)})
          )
        )
        or (
          ${text(query.graph)} is null
          and coalesce(${uuid(query.nodegroupId)}, ${uuid(query.nodeId)}) is null
          and g.graph_id in (select o.graph_id from only_graph_of_class o)
        )
      )
      and (
        g.graph_id in (select n.graph_id from readable n)
        or g.graph_id in (select s.graph_id from stored s where s.can_view)
      )
  ),
  target as materialized (
    select
      g.graph_id,
      g.publication_id,
      (
        select bool_or(n.can_write)
        from readable n
        where n.graph_id = g.graph_id
      ) and ${int(caller)} is not null as may_create
    from graph g
    where g.graph_id = coalesce(
      (select s.graph_id from stored s where s.can_view),
      (select n.graph_id from named_graph n)
    )
  )`;
}

/** The concepts that the request speaks of, by their ids, those of their values, or an identifier; and those of the stored values. */
const mentionedConcepts = sql`stored_value as materialized (
    select distinct named.value_id::uuid as value_id
    from readable_tile t
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
  ),
  mentioned_concept as materialized (
    select v.concept_id
    from concept_value v
    where v.value_id in (select s.value_id from stored_value s)
    union
    select v.concept_id
    from asked a
    join concept_value v on v.value_id = any (a.ids)
    union
    select c.concept_id
    from asked a
    join concept c on c.concept_id = any (a.ids)
    union
    select v.concept_id
    from asked a
    cross join unnest(a.iris) as i (iri)
    join concept_value v on v.value = i.iri and v.value_type = 'identifier'
    union
    select c.concept_id
    from asked a
    cross join unnest(a.iris) as i (iri)
    join concept c on c.legacy_id = i.iri
  )`;

const conceptParts = sql`union all
    select
      5,
      row_number() over (order by m.concept_id),
      E'C\t' || jsonb_build_object(
        'concept_id', m.concept_id,
        'legacy_id', (select c.legacy_id from concept c where c.concept_id = m.concept_id),
        'values', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('value_id', v.value_id, 'type', v.value_type, 'text', v.value, 'language', v.language_id)
              order by v.value_id
            ),
            '[]'
          )
          from concept_value v
          join value_type y on y.value_type = v.value_type
          where v.concept_id = m.concept_id
            and (
              y.category in ('label', 'identifiers')
              or v.value_id in (select s.value_id from stored_value s)
              or v.value_id = any ((select a.ids from asked a)::uuid[])
            )
        ),
        'collections', (
          with recursive within (concept_id) as (
            select r.from_concept_id
            from concept_relation r
            where r.to_concept_id = m.concept_id
              and r.relation_type = 'member'
            union
            select r.from_concept_id
            from within w
            join concept_relation r on r.to_concept_id = w.concept_id
            where r.relation_type = 'member'
          )
          select coalesce(jsonb_agg(w.concept_id order by w.concept_id), '[]')
          from within w
        )
      )::text
    from mentioned_concept m`;

function mentionedResources(caller: Caller): Statement {
  return sql`mentioned_resource_id as materialized (
    select unnest(a.ids) as resource_id
    from asked a
    union
    select o.to_resource_id
    from resource_relation o
    where o.tile_id = any (array(select t.tile_id from readable_tile t))
  ),
  visible_mentioned as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(select m.resource_id from mentioned_resource_id m))
  ),
  mentioned_resource as materialized (
    select r.*, r.resource_id in (select v.resource_id from visible_mentioned v) as is_visible
    from resource r
    where r.resource_id = any (array(select m.resource_id from mentioned_resource_id m))
  ),
  named_in_mentioned as materialized (
    select array_agg(v.resource_id) as visible
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select unnest(described_resources(m.descriptors))
      from mentioned_resource m
    ))
  )`;
}

const resourceParts = sql`union all
    select
      6,
      row_number() over (order by r.resource_id),
      E'R\t' || jsonb_build_object(
        'resource_id', r.resource_id,
        'graph_id', r.graph_id,
        'is_visible', r.is_visible,
        'root_class', (
          select n.ontology_class
          from node n
          where n.graph_id = r.graph_id
            and n.parent_node_id is null
        ),
        'names', ${readableNames(sql`select i.visible from named_in_mentioned i`)},
        'all_names', (
          select coalesce(jsonb_object_agg(d.key, d.value -> 'name'), '{}')
          from jsonb_each(r.descriptors) d
          where d.value -> 'name' is not null
        )
      )::text
    from mentioned_resource r`;
