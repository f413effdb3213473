import type { DataApi } from '../../../../lib/data-api/client.ts';
import { boolean, int, json, rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { syncNodeDatatypes } from '../../../../infra/schema/queries/node-datatypes.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';

/** A UUID that differs in its last digits. */
export const millId = (number: number): string =>
  `71ee0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Resource instances of the model of mills have a place and a record. Their owners belong to another model. */
export const millGraphs = { mill: millId(1), owner: millId(2) };
export const millNodegroups = {
  place: millId(10),
  record: millId(11),
  kind: millId(12),
  owner: millId(13),
};
export const millViewNodes = {
  geometry: millId(20),
  name: millId(21),
  kind: millId(22),
  owner: millId(23),
  power: millId(24),
  height: millId(25),
  website: millId(26),
  plans: millId(27),
  nameOfOther: millId(28),
  ownerName: millId(29),
};
export const millConcepts = { watermill: millId(40), value: millId(41), french: millId(42) };
export const [windmill, watermill, owner] = [millId(50), millId(51), millId(52)];
export const tiles = {
  windmillPlace: millId(60),
  windmillRecord: millId(61),
  watermillPlace: millId(62),
  watermillRecord: millId(63),
  secondKind: millId(64),
  firstKind: millId(65),
  owner: millId(66),
};

const nodes: readonly (readonly [string, string, string, string, unknown])[] = [
  [millViewNodes.geometry, millNodegroups.place, 'geojson-feature-collection', 'outline', {}],
  [millViewNodes.name, millNodegroups.record, 'string', 'name', {}],
  [millViewNodes.kind, millNodegroups.kind, 'concept', 'kind', {}],
  [millViewNodes.owner, millNodegroups.record, 'resource-instance-list', 'owner', {}],
  [
    millViewNodes.power,
    millNodegroups.record,
    'domain-value',
    'Driven by!',
    {
      options: [
        { id: 'a', text: { en: 'water', fr: 'eau' } },
        { id: 'b', text: 'wind' },
      ],
    },
  ],
  [millViewNodes.height, millNodegroups.record, 'number', 'geom', {}],
  [millViewNodes.website, millNodegroups.record, 'url', 'website', {}],
  [millViewNodes.plans, millNodegroups.record, 'file-list', 'plans', {}],
  [
    millViewNodes.nameOfOther,
    millNodegroups.record,
    'node-value',
    'name_of_other',
    { nodeid: millViewNodes.ownerName },
  ],
  [millViewNodes.ownerName, millNodegroups.owner, 'string', 'owner_name', {}],
];

export const point = (x: number, y: number): unknown => ({ type: 'Point', coordinates: [x, y] });

export const millCollection = (...geometries: readonly unknown[]): unknown => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});

export const line = {
  type: 'LineString',
  coordinates: [
    [1, 1],
    [2, 2],
  ],
};

const inEnglish = (value: string): unknown => ({ en: { value, direction: 'ltr' } });

/** Inserts or updates a tile. */
export async function writeMillTile(
  dataApi: DataApi,
  tile: string,
  resource: string,
  nodegroup: string,
  values: unknown,
  sortOrder = 0,
): Promise<void> {
  await dataApi.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, ${int(sortOrder)}, ${json(values)})
on conflict (tile_id) do update
set data = excluded.data, sort_order = excluded.sort_order`);
}

/** The data of the record of the watermill. */
export const watermillRecord = {
  [millViewNodes.name]: {
    fr: { value: 'Moulin', direction: 'ltr' },
    en: { value: 'Mill', direction: '' },
  },
  [millViewNodes.owner]: [{ resourceId: owner }],
  // The node has the id in lower case.
  [millViewNodes.power]: 'A',
  [millViewNodes.height]: 11111,
  [millViewNodes.website]: { url: 'https://mill.example', url_label: 'The mill' },
  [millViewNodes.plans]: [
    { name: 'a.png', title: { en: { value: 'Ground floor' } } },
    { name: 'b.png', title: { en: { value: '' } } },
  ],
  [millViewNodes.nameOfOther]: tiles.owner,
};

/** Fills an empty database with a windmill that has only a place, a watermill with all values, and its owner. */
export async function prepareMills(dataApi: DataApi, databaseOwner: DataApi): Promise<void> {
  for (const [graphId, name] of [
    [millGraphs.mill, 'Mill'],
    [millGraphs.owner, 'Owner'],
  ] as const) {
    await databaseOwner.write(sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graphId)}, ${uuid(graphId)}, ${json(name)}, true, '{}')`);
  }
  for (const [nodegroupId, graphId] of [
    [millNodegroups.place, millGraphs.mill],
    [millNodegroups.record, millGraphs.mill],
    [millNodegroups.kind, millGraphs.mill],
    [millNodegroups.owner, millGraphs.owner],
  ] as const) {
    await databaseOwner.write(sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(nodegroupId)}, ${uuid(graphId)}, 'n', 0, 0, false)`);
  }
  await addNodes(databaseOwner);
  await databaseOwner.write(sql`insert into concept (concept_id, node_type)
values (${uuid(millConcepts.watermill)}, 'Concept')`);
  await databaseOwner.write(sql`insert into concept_value (value_id, concept_id, value_type, language_id, value)
values
  (${uuid(millConcepts.value)}, ${uuid(millConcepts.watermill)}, 'prefLabel', 'en', 'watermill'),
  (${uuid(millConcepts.french)}, ${uuid(millConcepts.watermill)}, 'prefLabel', 'fr', 'moulin à eau')`);
  await databaseOwner.write(sql`insert into resource (resource_id, graph_id, descriptors)
values
  (${uuid(windmill)}, ${uuid(millGraphs.mill)}, '{}'),
  (${uuid(watermill)}, ${uuid(millGraphs.mill)}, '{}'),
  (${uuid(owner)}, ${uuid(millGraphs.owner)}, ${json({
    en: { name: { value: 'Ada', nodegroups: [millNodegroups.owner], resources: [] } },
  })})`);
  await writeMillTile(dataApi, tiles.windmillPlace, windmill, millNodegroups.place, {
    [millViewNodes.geometry]: millCollection(point(1, 2), line),
  });
  await writeMillTile(dataApi, tiles.watermillPlace, watermill, millNodegroups.place, {
    [millViewNodes.geometry]: millCollection(point(3, 4)),
  });
  await writeMillTile(dataApi, tiles.owner, owner, millNodegroups.owner, {
    [millViewNodes.ownerName]: inEnglish('Ada Lovelace'),
  });
  await writeMillTile(
    dataApi,
    tiles.watermillRecord,
    watermill,
    millNodegroups.record,
    watermillRecord,
  );
  const kind = { [millViewNodes.kind]: millConcepts.value };
  await writeMillTile(dataApi, tiles.secondKind, watermill, millNodegroups.kind, kind, 2);
  await writeMillTile(
    dataApi,
    tiles.firstKind,
    watermill,
    millNodegroups.kind,
    { [millViewNodes.kind]: null },
    1,
  );
}

/** Adds all nodes to the models, as an import does. */
export async function addNodes(databaseOwner: DataApi): Promise<void> {
  for (const [nodeId, nodegroupId, datatype, alias, config] of nodes) {
    const graphId = nodegroupId === millNodegroups.owner ? millGraphs.owner : millGraphs.mill;
    await databaseOwner.write(sql`insert into node (
  node_id, graph_id, nodegroup_id, name, alias, datatype, property_name, config, is_required, is_exportable, model_position
)
values (
  ${uuid(nodeId)}, ${uuid(graphId)}, ${uuid(nodegroupId)}, ${json(alias)}, ${text(alias)}, ${text(datatype)}, 'any',
  ${json(config)}, false, false, 0
)
on conflict (node_id) do nothing`);
  }
  await runQuery(databaseOwner.write, syncNodeDatatypes());
}

/** The row of a spatial view of the mills, whose members tests can change. */
export type MillViewRow = {
  readonly viewId: string;
  readonly slug: string;
  readonly schema: string;
  readonly description: string;
  readonly geometryNode: string;
  readonly language: string;
  readonly isActive: boolean;
  readonly isMixed: boolean;
  readonly attributes: readonly string[];
  readonly srid: number;
};

export const mills: MillViewRow = {
  viewId: millId(90),
  slug: 'mills',
  schema: 'public',
  description: "The region's mills",
  geometryNode: millViewNodes.geometry,
  language: 'en',
  isActive: true,
  isMixed: false,
  attributes: [
    millViewNodes.name,
    millViewNodes.kind,
    millViewNodes.owner,
    millViewNodes.power,
    millViewNodes.height,
    millViewNodes.website,
    millViewNodes.plans,
    millViewNodes.nameOfOther,
  ],
  srid: 4326,
};

/** Inserts or updates the row of a spatial view. */
export async function writeView(
  dataApi: DataApi,
  changes: Partial<MillViewRow> = {},
): Promise<void> {
  const view = { ...mills, ...changes };
  const attributes = view.attributes.map((nodeid) => ({
    nodeid,
    description: `About '${nodeid}'`,
  }));
  await dataApi.write(sql`insert into spatial_view (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types,
  attribute_nodes, srid
)
values (
  ${uuid(view.viewId)}, ${text(view.slug)}, ${text(view.schema)}, ${text(view.description)}, ${uuid(view.geometryNode)},
  ${text(view.language)}, ${boolean(view.isActive)}, ${boolean(view.isMixed)}, ${json(attributes)}, ${int(view.srid)}
)
on conflict (spatial_view_id) do update
set
  slug = excluded.slug,
  schema_name = excluded.schema_name,
  description = excluded.description,
  geometry_node_id = excluded.geometry_node_id,
  language_id = excluded.language_id,
  is_active = excluded.is_active,
  is_mixed_geometry_types = excluded.is_mixed_geometry_types,
  attribute_nodes = excluded.attribute_nodes,
  srid = excluded.srid`);
}

/** Sets whether the group of readers may read by default. */
export async function setReadersMayRead(dataApi: DataApi, canRead: boolean): Promise<void> {
  await dataApi.write(sql`update account_group
set can_read = ${boolean(canRead)}
where name = 'Spatial View Reader'`);
}

/** Reads the rows of a relation as texts by column name, as desktop GIS do. */
export async function readRows(reader: DataApi, relation: string): Promise<readonly unknown[]> {
  const rows = await reader.read(
    rawSql(`select (to_jsonb(r) - 'gid' || jsonb_build_object('geom', st_asgeojson(r.geom)::jsonb))::text
from ${relation} r
order by r.resourceinstanceid, r.gid`),
  );
  return rows.map(([row]): unknown => JSON.parse(String(row)));
}
