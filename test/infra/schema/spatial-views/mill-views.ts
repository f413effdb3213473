import type { DataApi } from '../../../../lib/data-api/client.ts';
import { boolean, int, json, rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { syncNodeDatatypes } from '../../../../infra/queries/datatypes.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';

/** A UUID that differs in its last digits. */
export const id = (number: number): string =>
  `71ee0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Mills have a place and a record; their owners are another model. */
export const graphs = { mill: id(1), owner: id(2) };
export const nodegroups = { place: id(10), record: id(11), kind: id(12), owner: id(13) };
export const nodes = {
  geometry: id(20),
  name: id(21),
  kind: id(22),
  owner: id(23),
  power: id(24),
  height: id(25),
  website: id(26),
  plans: id(27),
  nameOfOther: id(28),
  ownerName: id(29),
};
export const concepts = { watermill: id(40), value: id(41), french: id(42) };
export const [windmill, watermill, owner] = [id(50), id(51), id(52)];
export const tiles = {
  windmillPlace: id(60),
  windmillRecord: id(61),
  watermillPlace: id(62),
  watermillRecord: id(63),
  secondKind: id(64),
  firstKind: id(65),
  owner: id(66),
};

const datatypes: readonly (readonly [string, string, string, string, unknown])[] = [
  [nodes.geometry, nodegroups.place, 'geojson-feature-collection', 'outline', {}],
  [nodes.name, nodegroups.record, 'string', 'name', {}],
  [nodes.kind, nodegroups.kind, 'concept', 'kind', {}],
  [nodes.owner, nodegroups.record, 'resource-instance-list', 'owner', {}],
  [
    nodes.power,
    nodegroups.record,
    'domain-value',
    'Driven by!',
    {
      options: [
        { id: 'a', text: { en: 'water', fr: 'eau' } },
        { id: 'b', text: 'wind' },
      ],
    },
  ],
  [nodes.height, nodegroups.record, 'number', 'geom', {}],
  [nodes.website, nodegroups.record, 'url', 'website', {}],
  [nodes.plans, nodegroups.record, 'file-list', 'plans', {}],
  [
    nodes.nameOfOther,
    nodegroups.record,
    'node-value',
    'name_of_other',
    { nodeid: nodes.ownerName },
  ],
  [nodes.ownerName, nodegroups.owner, 'string', 'owner_name', {}],
];

export const point = (x: number, y: number): unknown => ({ type: 'Point', coordinates: [x, y] });

export const collection = (...geometries: readonly unknown[]): unknown => ({
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
export async function writeTile(
  data: DataApi,
  tile: string,
  resource: string,
  nodegroup: string,
  values: unknown,
  sortOrder = 0,
): Promise<void> {
  await data.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, ${int(sortOrder)}, ${json(values)})
on conflict (tile_id) do update
set data = excluded.data, sort_order = excluded.sort_order`);
}

/** The data of the record of the watermill. */
export const watermillRecord = {
  [nodes.name]: { fr: { value: 'Moulin', direction: 'ltr' }, en: { value: 'Mill', direction: '' } },
  [nodes.owner]: [{ resourceId: owner }],
  [nodes.power]: 'a',
  [nodes.height]: 11111,
  [nodes.website]: { url: 'https://mill.example', url_label: 'The mill' },
  [nodes.plans]: [
    { name: 'a.png', title: { en: { value: 'Ground floor' } } },
    { name: 'b.png', title: { en: { value: '' } } },
  ],
  [nodes.nameOfOther]: tiles.owner,
};

/** Fills an empty database with a windmill that has only a place, a complete watermill, and its owner. */
export async function prepareMills(data: DataApi, owner_: DataApi): Promise<void> {
  for (const [graphId, name] of [
    [graphs.mill, 'Mill'],
    [graphs.owner, 'Owner'],
  ] as const) {
    await owner_.write(sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graphId)}, ${uuid(graphId)}, ${json(name)}, true, '{}')`);
  }
  for (const [nodegroupId, graphId] of [
    [nodegroups.place, graphs.mill],
    [nodegroups.record, graphs.mill],
    [nodegroups.kind, graphs.mill],
    [nodegroups.owner, graphs.owner],
  ] as const) {
    await owner_.write(sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(nodegroupId)}, ${uuid(graphId)}, 'n', 0, 0, false)`);
  }
  await addNodes(owner_);
  await owner_.write(sql`insert into concept (concept_id, node_type)
values (${uuid(concepts.watermill)}, 'Concept')`);
  await owner_.write(sql`insert into concept_value (value_id, concept_id, value_type, language_id, value)
values
  (${uuid(concepts.value)}, ${uuid(concepts.watermill)}, 'prefLabel', 'en', 'watermill'),
  (${uuid(concepts.french)}, ${uuid(concepts.watermill)}, 'prefLabel', 'fr', 'moulin à eau')`);
  await owner_.write(sql`insert into resource (resource_id, graph_id, descriptors)
values
  (${uuid(windmill)}, ${uuid(graphs.mill)}, '{}'),
  (${uuid(watermill)}, ${uuid(graphs.mill)}, '{}'),
  (${uuid(owner)}, ${uuid(graphs.owner)}, ${json({
    en: { name: { value: 'Ada', nodegroups: [nodegroups.owner], resources: [] } },
  })})`);
  await writeTile(data, tiles.windmillPlace, windmill, nodegroups.place, {
    [nodes.geometry]: collection(point(1, 2), line),
  });
  await writeTile(data, tiles.watermillPlace, watermill, nodegroups.place, {
    [nodes.geometry]: collection(point(3, 4)),
  });
  await writeTile(data, tiles.owner, owner, nodegroups.owner, {
    [nodes.ownerName]: inEnglish('Ada Lovelace'),
  });
  await writeTile(data, tiles.watermillRecord, watermill, nodegroups.record, watermillRecord);
  const kind = { [nodes.kind]: concepts.value };
  await writeTile(data, tiles.secondKind, watermill, nodegroups.kind, kind, 2);
  await writeTile(data, tiles.firstKind, watermill, nodegroups.kind, { [nodes.kind]: null }, 1);
}

/** Adds all nodes to the models, as an import does. */
export async function addNodes(owner_: DataApi): Promise<void> {
  for (const [nodeId, nodegroupId, datatype, alias, config] of datatypes) {
    const graphId = nodegroupId === nodegroups.owner ? graphs.owner : graphs.mill;
    await owner_.write(sql`insert into node (
  node_id, graph_id, nodegroup_id, name, alias, datatype, property_name, config, is_required, is_exportable, model_position
)
values (
  ${uuid(nodeId)}, ${uuid(graphId)}, ${uuid(nodegroupId)}, ${json(alias)}, ${text(alias)}, ${text(datatype)}, 'any',
  ${json(config)}, false, false, 0
)
on conflict (node_id) do nothing`);
  }
  await runQuery(owner_.write, syncNodeDatatypes());
}

/** The row of a spatial view of the mills, and changes to it. */
export type ViewRow = {
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

export const mills: ViewRow = {
  viewId: id(90),
  slug: 'mills',
  schema: 'public',
  description: "The region's mills",
  geometryNode: nodes.geometry,
  language: 'en',
  isActive: true,
  isMixed: false,
  attributes: [
    nodes.name,
    nodes.kind,
    nodes.owner,
    nodes.power,
    nodes.height,
    nodes.website,
    nodes.plans,
    nodes.nameOfOther,
  ],
  srid: 4326,
};

/** Inserts or updates the row of a spatial view. */
export async function writeView(data: DataApi, changes: Partial<ViewRow> = {}): Promise<void> {
  const view = { ...mills, ...changes };
  const attributes = view.attributes.map((nodeid) => ({
    nodeid,
    description: `About '${nodeid}'`,
  }));
  await data.write(sql`insert into spatial_view (
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

/** Sets what the group of readers may read by default. */
export async function readersRead(data: DataApi, canRead: boolean): Promise<void> {
  await data.write(sql`update account_group
set can_read = ${boolean(canRead)}
where name = 'Spatial View Reader'`);
}

/** The rows of a relation as texts by column name, as desktop GIS read them. */
export async function rowsOf(reader: DataApi, relation: string): Promise<readonly unknown[]> {
  const rows = await reader.read(
    rawSql(`select (to_jsonb(r) - 'gid' || jsonb_build_object('geom', st_asgeojson(r.geom)::jsonb))::text
from ${relation} r
order by r.resourceinstanceid, r.gid`),
  );
  return rows.map(([row]): unknown => JSON.parse(String(row)));
}
