import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import type { Source } from './source.ts';

/** Makes an SQL expression for rows of a table as a JSON array. */
const jsonArrayOf = (from: string, item: string, order: string): string =>
  `coalesce((select jsonb_agg(${item} order by ${order}) from ${from}), '[]')`;

/** The SQL expression of a graph as the platform exports it: foreign keys have other names than the columns, such as `graph_id`. */
const graphDocument = `to_jsonb(g) || jsonb_build_object(
  'ontology_id', g.ontologyid,
  'publication', null,
  'nodes', ${jsonArrayOf(
    'nodes n where n.graphid = g.graphid',
    `to_jsonb(n) || jsonb_build_object('graph_id', n.graphid, 'nodegroup_id', n.nodegroupid)`,
    'n.sortorder, n.nodeid',
  )},
  'edges', ${jsonArrayOf(
    'edges e where e.graphid = g.graphid',
    `to_jsonb(e) || jsonb_build_object('graph_id', e.graphid, 'domainnode_id', e.domainnodeid, 'rangenode_id', e.rangenodeid)`,
    'e.edgeid',
  )},
  'nodegroups', ${jsonArrayOf(
    'node_groups ng where ng.nodegroupid in (select n.nodegroupid from nodes n where n.graphid = g.graphid)',
    `to_jsonb(ng) || jsonb_build_object('parentnodegroup_id', ng.parentnodegroupid)`,
    'ng.nodegroupid',
  )},
  'cards', ${jsonArrayOf(
    'cards c where c.graphid = g.graphid',
    `to_jsonb(c) || jsonb_build_object('graph_id', c.graphid, 'nodegroup_id', c.nodegroupid, 'component_id', c.componentid, 'constraints', ${jsonArrayOf(
      'card_constraints cc where cc.cardid = c.cardid',
      `to_jsonb(cc) || jsonb_build_object('nodes', ${jsonArrayOf(
        'constraints_x_nodes cn where cn.constraintid = cc.constraintid',
        'to_jsonb(cn.nodeid)',
        'cn.nodeid',
      )})`,
      'cc.constraintid',
    )})`,
    'c.sortorder, c.cardid',
  )},
  'cards_x_nodes_x_widgets', ${jsonArrayOf(
    'cards_x_nodes_x_widgets w join cards c on c.cardid = w.cardid where c.graphid = g.graphid',
    `to_jsonb(w) || jsonb_build_object('node_id', w.nodeid, 'card_id', w.cardid, 'widget_id', w.widgetid)`,
    'w.sortorder, w.id',
  )},
  'functions_x_graphs', ${jsonArrayOf(
    'functions_x_graphs f where f.graphid = g.graphid',
    `to_jsonb(f) || jsonb_build_object('function_id', f.functionid, 'graph_id', f.graphid)`,
    'f.id',
  )}
)`;

/** A graph as a document, with the hash of the document. */
export type SourceGraph = {
  readonly id: string;
  readonly hash: string;
  readonly document: unknown;
};

/**
 * Reads the graphs as the platform exports them, except that of the system settings. The nodes come from the tables, to which the tiles
 * refer, and not from the last publication.
 */
export async function readSourceGraphs(source: Source): Promise<readonly SourceGraph[]> {
  const rows = await source.read(
    `select d.id, md5(d.document) as hash, d.document
from (
  select g.graphid::text as id, (${graphDocument})::text as document
  from graphs g
  where g.graphid <> $1::uuid
) d
order by d.id`,
    [systemSettingsGraphId],
  );
  return rows.map(({ id, hash, document }) => ({
    id: id ?? '',
    hash: hash ?? '',
    document: parseLossless(document ?? 'null'),
  }));
}
