import * as z from 'zod';

import { oneRow, optionalRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  boolean,
  json,
  sql,
  text,
  uuid,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import { datatypeColumns } from '../../../../schema/queries/node-datatypes.ts';
import { assignExcluded } from '../../queries/excluded-columns.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { Card } from '../../../../../lib/model/graphs/graph.ts';
import type { GraphId } from '../../../../../lib/model/ids.ts';
import { stagedText } from '../../../../../lib/queries/staging.ts';
import { isHiddenNodegroup } from '../../../../../lib/model/graphs/hidden-nodegroups.ts';

/** Reads the id of the current publication of a graph. */
export function readPublicationId(graphId: GraphId): RowsQuery<string | undefined> {
  return optionalRow(
    sql`select to_json(g.publication_id)::text
from graph g
where g.graph_id = ${uuid(graphId)}`,
    z.string(),
  );
}

/** Finds out whether another graph has a slug. @returns the id of that graph */
export function findSlugOwner(slug: string, graphId: GraphId): RowsQuery<string | undefined> {
  return optionalRow(
    sql`select to_json(g.graph_id)::text
from graph g
where g.slug = ${text(slug)}
  and g.graph_id <> ${uuid(graphId)}`,
    z.string(),
  );
}

/** Inserts or updates the row of a graph, without its source. */
export function mergeGraph(graph: CompiledGraph, publicationId: string): Statement {
  return sql`insert into graph (graph_id, publication_id, slug, name, is_resource_model, ontology_id, source)
values (
  ${uuid(graph.graphId)},
  ${uuid(publicationId)},
  ${text(graph.slug)},
  ${json(graph.name)},
  ${boolean(graph.isResourceModel)},
  ${uuid(graph.ontologyId)},
  '{}'
)
on conflict (graph_id) do update
  set ${assignExcluded('publication_id, slug, name, is_resource_model, ontology_id')}`;
}

/** Stores the staged text as the source of a graph. */
export function storeGraphSource(graphId: GraphId): Statement {
  return sql`update graph
set source = ${stagedText}::jsonb
where graph_id = ${uuid(graphId)}`;
}

/** Stores the staged text as the compiled graph of a publication. If the publication is already stored, only updates its time. */
export function storePublication(publicationId: string, graphId: GraphId): Statement {
  return sql`insert into publication (publication_id, graph_id, document)
select ${uuid(publicationId)}, ${uuid(graphId)}, ${stagedText}
on conflict (publication_id) do update
set published_at = clock_timestamp()`;
}

export function mergeNodegroups(graph: CompiledGraph): Statement {
  const rows = graph.nodegroups.map((nodegroup) => ({
    nodegroup_id: nodegroup.nodegroupId,
    parent_nodegroup_id: nodegroup.parentNodegroupId,
    cardinality: nodegroup.cardinality,
    depth: nodegroup.depth,
    model_position: nodegroup.position,
    is_hidden: isHiddenNodegroup(nodegroup),
  }));
  return sql`insert into nodegroup (nodegroup_id, graph_id, parent_nodegroup_id, cardinality, depth, model_position, is_hidden)
select r.nodegroup_id, ${uuid(graph.graphId)}, r.parent_nodegroup_id, r.cardinality, r.depth, r.model_position, r.is_hidden
from jsonb_to_recordset(${json(rows)}) as r (
  nodegroup_id uuid,
  parent_nodegroup_id uuid,
  cardinality text,
  depth integer,
  model_position integer,
  is_hidden boolean
)
on conflict (nodegroup_id) do update
  set ${assignExcluded('graph_id, parent_nodegroup_id, cardinality, depth, model_position, is_hidden')}`;
}

const changedNodesSchema = z
  .object({
    /** Ids of nodes whose derived rows must be rebuilt. New nodes count too, because an earlier version may have had them. */
    rederived: z.array(z.string()).readonly(),
    /** Ids of nodes that have moved to another nodegroup. */
    moved: z.array(z.string()).readonly(),
  })
  .readonly();

export type ChangedNodes = z.output<typeof changedNodesSchema>;

/** The kinds of values from which rows are derived: features and relations. */
const derivedKinds = sql`'geometry', 'resource instances'`;

/**
 * Inserts or updates nodes of a graph. For nodes that move, also stores their former nodegroups.
 * @param nodes a batch of the nodes, because a graph can be too large for one statement
 */
export function mergeNodes(
  graph: CompiledGraph,
  nodes: CompiledGraph['nodes'],
): RowsQuery<ChangedNodes> {
  const rows = nodes.map((node) => ({
    node_id: node.nodeId,
    nodegroup_id: node.nodegroupId,
    parent_node_id: node.parentNodeId,
    ontology_property: node.ontologyProperty,
    ontology_class: node.ontologyClass,
    name: node.name,
    alias: node.alias,
    datatype: node.datatype,
    ...datatypeColumns(node.datatype),
    field_name: node.fieldName,
    property_name: node.propertyName,
    config: node.config,
    is_required: node.isRequired,
    is_exportable: node.isExportable,
    is_searchable: node.isSearchable,
    model_position: node.position,
    widget: node.widget ?? null,
  }));
  return oneRow(
    sql`with incoming as (
  select *
  from jsonb_to_recordset(${json(rows)}) as r (
    node_id uuid,
    nodegroup_id uuid,
    parent_node_id uuid,
    ontology_property text,
    ontology_class text,
    name jsonb,
    alias text,
    datatype text,
    holds text,
    compared_by jsonpath[],
    column_text jsonb,
    field_name text,
    property_name text,
    config jsonb,
    is_required boolean,
    is_exportable boolean,
    is_searchable boolean,
    model_position integer,
    widget jsonb
  )
),
rederived as (
  select i.node_id
  from incoming i
  left join node n on n.node_id = i.node_id
  where (i.datatype, i.holds, i.nodegroup_id) is distinct from (n.datatype, n.holds, n.nodegroup_id)
    and (i.holds in (${derivedKinds}) or n.holds in (${derivedKinds}))
),
moved as (
  select n.node_id, n.nodegroup_id
  from incoming i
  join node n on n.node_id = i.node_id
  where n.nodegroup_id is distinct from i.nodegroup_id
    and n.nodegroup_id is not null
),
former as (
  insert into former_nodegroup (nodegroup_id, node_id)
  select m.nodegroup_id, m.node_id
  from moved m
  on conflict do nothing
),
merged as (
  insert into node (
    node_id, graph_id, nodegroup_id, parent_node_id, ontology_property, ontology_class, name, alias, datatype, holds,
    compared_by, column_text, field_name, property_name, config, is_required, is_exportable, is_searchable,
    model_position, widget
  )
  select
    i.node_id, ${uuid(graph.graphId)}, i.nodegroup_id, i.parent_node_id, i.ontology_property, i.ontology_class, i.name, i.alias,
    i.datatype, i.holds, i.compared_by, i.column_text, i.field_name, i.property_name, i.config, i.is_required, i.is_exportable,
    i.is_searchable, i.model_position, i.widget
  from incoming i
  on conflict (node_id) do update
    set ${assignExcluded(`
      graph_id, nodegroup_id, parent_node_id, ontology_property, ontology_class, name, alias, datatype,
      holds, compared_by, column_text, field_name, property_name, config, is_required, is_exportable, is_searchable, model_position, widget`)}
)
select jsonb_build_object(
  'rederived', (select coalesce(jsonb_agg(r.node_id), '[]') from rederived r),
  'moved', (select coalesce(jsonb_agg(m.node_id), '[]') from moved m)
)::text`,
    changedNodesSchema,
  );
}

/** Replaces the cards of a graph. Cards that stay are updated, not deleted and inserted, because mobile projects refer to them. */
export function replaceCards(graphId: GraphId, cards: readonly Card[]): readonly Statement[] {
  const rows = cards.map((card) => ({
    card_id: card.cardId,
    nodegroup_id: card.nodegroupId,
    name: card.name,
    is_visible: card.isVisible,
    sort_order: card.sortOrder,
  }));
  return [
    sql`delete from card
where graph_id = ${uuid(graphId)}
  and not to_jsonb(card_id) <@ ${json(rows.map(({ card_id: id }) => id))}`,
    sql`insert into card (card_id, graph_id, nodegroup_id, name, is_visible, sort_order)
select distinct on (r.card_id) r.card_id, ${uuid(graphId)}, r.nodegroup_id, r.name, r.is_visible, r.sort_order
from jsonb_to_recordset(${json(rows)}) as r (
  card_id uuid,
  nodegroup_id uuid,
  name jsonb,
  is_visible boolean,
  sort_order integer
)
on conflict (card_id) do update
  set ${assignExcluded('nodegroup_id, name, is_visible, sort_order')}
  where card.graph_id = excluded.graph_id`,
  ];
}

/**
 * Clears the descriptors that were built from values of moved nodes, because they would still be protected by the rights on the
 * former nodegroup. They are computed again later.
 */
export function clearDescriptorsOfMovedNodes(
  graphId: GraphId,
  nodeIds: readonly string[],
): Statement {
  return sql`update resource r
set
  descriptors = '{}',
  descriptor_basis = null
where r.graph_id = ${uuid(graphId)}
  and r.descriptors <> '{}'
  and described_nodegroups(r.descriptors) && array(
    select f.nodegroup_id
    from former_nodegroup f
    where f.node_id = any (${uuidArray(nodeIds)})
  )`;
}
