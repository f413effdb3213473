-- Compiled graphs have the order of cards, as imports write them (infra/cli/import/graphs/compile-graph.ts).
with card_order as materialized (
  select c.nodegroup_id, min(coalesce(c.sort_order, 0)) as card_order
  from card c
  group by c.nodegroup_id
),
stored as materialized (
  select p.publication_id, p.document::jsonb as graph
  from publication p
),
computed as (
  select
    s.publication_id,
    jsonb_set(
      s.graph,
      '{nodegroups}',
      jsonb_agg(
        case
          when o.card_order is null then g.nodegroup
          else g.nodegroup || jsonb_build_object('cardOrder', o.card_order)
        end
        order by g.position
      )
    ) as graph
  from stored s
  cross join lateral jsonb_array_elements(s.graph -> 'nodegroups') with ordinality as g (nodegroup, position)
  left join card_order o on o.nodegroup_id = (g.nodegroup ->> 'nodegroupId')::uuid
  group by s.publication_id, s.graph
)
update publication p
set document = c.graph::text
from computed c
where c.publication_id = p.publication_id;
