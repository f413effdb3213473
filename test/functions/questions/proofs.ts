// Conditions in SQL that prove what a question finds: from tiles, concepts and geometries alone, and never by our own statements of conditions.

/** The id of the node of a model by its property name, as an SQL text. */
export const node = (name: string, graph: string): string =>
  `(select n.node_id::text from node n where n.property_name = '${name}' and n.graph_id = '${graph}' and n.datatype <> 'semantic')`;

/** The condition that the resource instance `r` has a tile `t` that meets conditions. */
export const hasTile = (...conditions: readonly string[]): string =>
  `exists (select from tile t where t.resource_id = r.resource_id and ${conditions.join(' and ')})`;

/** The condition that some geometry `g` of the resource instance `r` meets a condition. */
export const hasGeometry = (condition: string): string =>
  `exists (
  select
  from tile t
  cross join lateral jsonb_each(t.data) d
  cross join lateral jsonb_array_elements(case when jsonb_typeof(d.value -> 'features') = 'array' then d.value -> 'features' end) f
  cross join lateral st_setsrid(st_geomfromgeojson(f -> 'geometry'), 4326) g
  where t.resource_id = r.resource_id
    and ${condition}
)`;

/** The condition that the resource instance `r` has a geometry within metres of a geometry in GeoJSON. */
export const isWithinMetres = (geometry: object, metres: number): string =>
  hasGeometry(
    `st_distance(g::geography, st_geomfromgeojson('${JSON.stringify(geometry)}')::geography) <= ${metres}`,
  );

/** Conditions of which any is met. */
export const anyOf = (...conditions: readonly string[]): string => `(${conditions.join(' or ')})`;

/** Conditions that are all met. */
export const allOf = (...conditions: readonly string[]): string => `(${conditions.join(' and ')})`;
