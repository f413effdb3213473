import { int, sql, text, textArray, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableNamesExpression } from '../descriptors/readable-names.ts';
import { storedNamesExpression } from '../descriptors/stored-descriptors.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import { rootClassExpression } from './resource-document-fragments.ts';

/** How a request identifies the model of a resource instance. */
export type ModelReference = {
  /** The id or slug of the model; null if the request does not contain it. */
  readonly graph: string | null;
  /** A nodegroup of the model, used if `graph` is null. */
  readonly nodegroupId: string | null;
  /** A node of the model, used if `graph` is null. */
  readonly nodeId: string | null;
  /** Root classes, used if all other members are null: the model is the only one that has one of them. */
  readonly rootClasses: readonly string[];
};

/**
 * The common table expressions `requested_graph`, the model of the request, and `target`: the model of the stored
 * resource instance, otherwise that of the request. An unreadable model counts as missing.
 * @param nodegroups the name of a table of readable nodegroups and their permissions
 * @param storedTable the name of a table with the resource instance, and whether the caller `can_view` it
 */
export function targetGraphTables(
  caller: Caller,
  reference: ModelReference,
  nodegroups: Statement,
  storedTable: Statement,
): Statement {
  return sql`only_graph_of_class as (
    select min(n.graph_id::text)::uuid as graph_id
    from node n
    join graph g on g.graph_id = n.graph_id
    where n.parent_node_id is null
      and n.ontology_class = any (${textArray(reference.rootClasses)})
      and g.is_resource_model
      and g.graph_id in (select r.graph_id from ${nodegroups} r)
    having count(*) = 1
  ),
  requested_graph as materialized (
    select g.graph_id, g.publication_id
    from graph g
    where g.is_resource_model
      and (
        ${graphIdOrSlugCondition(reference.graph)}
        or (
          ${text(reference.graph)} is null
          and (
            g.graph_id = (select n.graph_id from nodegroup n where n.nodegroup_id = ${uuid(reference.nodegroupId)})
            or g.graph_id = (select n.graph_id from node n where n.node_id = ${uuid(reference.nodeId)})
          )
        )
        or (
          ${text(reference.graph)} is null
          and coalesce(${uuid(reference.nodegroupId)}, ${uuid(reference.nodeId)}) is null
          and g.graph_id in (select o.graph_id from only_graph_of_class o)
        )
      )
      and (
        g.graph_id in (select n.graph_id from ${nodegroups} n)
        or g.graph_id in (select s.graph_id from ${storedTable} s where s.can_view)
      )
  ),
  target as materialized (
    select
      g.graph_id,
      g.publication_id,
      (
        select bool_or(n.can_write)
        from ${nodegroups} n
        where n.graph_id = g.graph_id
      ) and ${int(caller)} is not null as may_create
    from graph g
    where g.graph_id = coalesce(
      (select s.graph_id from ${storedTable} s where s.can_view),
      (select r.graph_id from requested_graph r)
    )
  )`;
}

/**
 * Selects the concepts of stored values, and those that a request mentions: by their id, by the id of one of their values,
 * or by an identifier.
 * @param request the name of a table of one row: lists of `ids` and of `iris`
 * @param storedValues a query that returns ids of concept values
 * @returns a query that returns concept_id
 */
export function mentionedConceptsQuery(request: Statement, storedValues: Statement): Statement {
  return sql`select v.concept_id
    from concept_value v
    where v.value_id in (${storedValues})
    union
    select v.concept_id
    from ${request} a
    join concept_value v on v.value_id = any (a.ids)
    union
    select c.concept_id
    from ${request} a
    join concept c on c.concept_id = any (a.ids)
    union
    select v.concept_id
    from ${request} a
    cross join unnest(a.iris) as i (iri)
    join concept_value v on v.value = i.iri and v.value_type = 'identifier'
    union
    select c.concept_id
    from ${request} a
    cross join unnest(a.iris) as i (iri)
    join concept c on c.legacy_id = i.iri`;
}

/**
 * Selects concepts with their labels, identifiers, mentioned and stored values, and collections.
 * @param concepts the name of a table of concept_id
 * @param request as in `mentionedConceptsQuery`
 * @param storedValues as in `mentionedConceptsQuery`
 * @returns a query that returns a position and a JSON string
 */
export function conceptDetailRowsQuery(
  concepts: Statement,
  request: Statement,
  storedValues: Statement,
): Statement {
  return sql`select
      row_number() over (order by m.concept_id),
      jsonb_build_object(
        'conceptId', m.concept_id,
        'legacyId', (select c.legacy_id from concept c where c.concept_id = m.concept_id),
        'values', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('valueId', v.value_id, 'type', v.value_type, 'text', v.value, 'language', v.language_id)
              order by v.value_id
            ),
            '[]'
          )
          from concept_value v
          join value_type t on t.value_type = v.value_type
          where v.concept_id = m.concept_id
            and (
              t.category in ('label', 'identifiers')
              or v.value_id in (${storedValues})
              or v.value_id = any ((select a.ids from ${request} a)::uuid[])
            )
        ),
        'collections', (
          with recursive collection (concept_id) as (
            select r.from_concept_id
            from concept_relation r
            where r.to_concept_id = m.concept_id
              and r.relation_type = 'member'
            union
            select r.from_concept_id
            from collection w
            join concept_relation r on r.to_concept_id = w.concept_id
            where r.relation_type = 'member'
          )
          select coalesce(jsonb_agg(w.concept_id order by w.concept_id), '[]')
          from collection w
        )
      )::text
    from ${concepts} m`;
}

/**
 * Selects resource instances for a change, including invisible ones.
 * @param resources the name of a table of resource instances
 * @param nodegroups a query that returns ids of readable nodegroups
 * @param visibleIds the name of a table of visible resource_id
 * @param visibleInDescriptors a query that returns one list, see `visibleResourceIdsInDescriptorsQuery`
 * @returns a query that returns a position and a JSON string
 */
export function resourceDetailRowsQuery(
  resources: Statement,
  nodegroups: Statement,
  visibleIds: Statement,
  visibleInDescriptors: Statement,
): Statement {
  return sql`select
      row_number() over (order by r.resource_id),
      jsonb_build_object(
        'resourceId', r.resource_id,
        'graphId', r.graph_id,
        'isVisible', r.resource_id in (select v.resource_id from ${visibleIds} v),
        'rootClass', ${rootClassExpression(sql`r.graph_id`)},
        'names', ${readableNamesExpression(sql`r.descriptors`, nodegroups, visibleInDescriptors)},
        'allNames', ${storedNamesExpression(sql`r.descriptors`)}
      )::text
    from ${resources} r`;
}
