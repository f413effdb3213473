import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import type { DatabaseSource } from './database-source.ts';
import { jsonArrayOf } from './json-array.ts';
import { hasLifeCycles } from './release.ts';
import { lifeCycleDocument } from './source-life-cycles.ts';
import { liveGraphCondition } from './working-copies.ts';

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
 * Reads the graphs as the platform exports them, except that of the system settings and working copies. The nodes come from the tables, to which the tiles
 * refer, and not from the last publication.
 */
export async function readSourceGraphs({
  source,
  release,
}: Pick<DatabaseSource, 'source' | 'release'>): Promise<readonly SourceGraph[]> {
  const document = hasLifeCycles(release)
    ? `${graphDocument} || jsonb_build_object('resource_instance_lifecycle', (
  select ${lifeCycleDocument}
  from resource_instance_lifecycles l
  where l.id = g.resource_instance_lifecycle_id
))`
    : graphDocument;
  const rows = await source.read(
    `select d.id, md5(d.document) as hash, d.document
from (
  select g.graphid::text as id, (${document})::text as document
  from graphs g
  where g.graphid <> $1::uuid
    and ${liveGraphCondition}
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
