import { sql, type Statement } from '../../../lib/data-api/sql.ts';

/*
 * What cards say about nodes, for databases whose models were imported by a version without it. Imports compile the same
 * (infra/cli/import/graphs/compile-graph.ts).
 */

/** Computes the columns `widget` and `is_searchable` of all nodes from the sources of their models. */
export const storeWidgetsOfNodes: Statement = sql`with widget_of_source as materialized (
  select
    g.graph_id,
    lower(w.widget ->> 'node_id') as node_key,
    w.widget,
    w.position,
    w.widget -> 'visible' is distinct from 'false' as is_visible,
    case when w.widget ->> 'sortorder' ~ '^-?[0-9]+([.][0-9]+)?$' then (w.widget ->> 'sortorder')::numeric else 0 end as sort_order
  from graph g
  cross join lateral jsonb_path_query(
    coalesce(nullif(nullif(g.source -> 'cards_x_nodes_x_widgets', '[]'), 'null'), g.source -> 'widgets'),
    '$[*]'
  ) with ordinality as w (widget, position)
),
widget_of_node as (
  select distinct on (w.graph_id, w.node_key)
    w.graph_id,
    w.node_key,
    jsonb_build_object(
      'label', case when jsonb_typeof(w.widget -> 'label') in ('object', 'string') then nullif(w.widget -> 'label', '{}') end,
      'isVisible', w.is_visible,
      'sortOrder', w.sort_order
    ) as widget
  from widget_of_source w
  order by w.graph_id, w.node_key, w.is_visible desc, w.sort_order, w.position
),
unsearchable as (
  select g.graph_id, lower(n.node ->> 'nodeid') as node_key
  from graph g
  cross join lateral jsonb_path_query(g.source, '$.nodes[*] ? (@.issearchable == false)') as n (node)
),
computed as (
  select n.node_id, w.widget, u.node_key is null as is_searchable
  from node n
  left join widget_of_node w
    on w.graph_id = n.graph_id
    and w.node_key = n.node_id::text
  left join unsearchable u
    on u.graph_id = n.graph_id
    and u.node_key = n.node_id::text
)
update node n
set
  widget = c.widget,
  is_searchable = c.is_searchable
from computed c
where c.node_id = n.node_id
  and (n.widget, n.is_searchable) is distinct from (c.widget, c.is_searchable)`;

/** Adds the widgets of nodes to the compiled graphs. */
export const storeWidgetsOfPublications: Statement = sql`with stored as materialized (
  select p.publication_id, p.document::jsonb as graph
  from publication p
),
computed as (
  select
    s.publication_id,
    s.graph,
    jsonb_set(
      s.graph,
      '{nodes}',
      jsonb_agg(
        case
          when n.widget is null then m.node
          else m.node || jsonb_build_object('widget', n.widget)
        end
        order by m.position
      )
    ) as graph_with_widgets
  from stored s
  cross join lateral jsonb_array_elements(s.graph -> 'nodes') with ordinality as m (node, position)
  left join node n on n.node_id = (m.node ->> 'nodeId')::uuid
  group by s.publication_id, s.graph
)
update publication p
set document = c.graph_with_widgets::text
from computed c
where c.publication_id = p.publication_id
  and c.graph_with_widgets <> c.graph`;
