import {
  doubleArray,
  int,
  json,
  sql,
  text,
  uuid,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Place, RecordCondition } from '../../model/questions/question.ts';
import { searchGeometry } from '../geojson/bounding-box.ts';

/** A number as a value of type double precision. */
const double = (number: number): Statement => sql`(${doubleArray([number])})[1]`;

/** The common table expressions `readable_geometry_node` and `unreadable_tile`, which say what geometries the caller may read. */
export function readableGeometryTables(caller: Caller): Statement {
  return sql`readable_geometry_node as materialized (
  select n.node_id
  from node n
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
  where n.holds = 'geometry'
),
unreadable_tile as materialized (
  select t.tile_id
  from unreadable_moved_tile(${int(caller)}) t
)`;
}

/** The condition that the caller may read the feature `f`. A feature outside of the world is nowhere. */
const isReadable = sql`f.node_id in (select n.node_id from readable_geometry_node n)
        and f.tile_id not in (select u.tile_id from unreadable_tile u)
        and not is_nowhere(f.world_geometry)`;

/**
 * The common table expression of a place: its geometries, each with the boxes within which features can be near it. Around a place that
 * reaches the antimeridian there are boxes on both sides.
 * @param name the name of the table
 */
export function areaTable(name: Statement, { area, metres }: Place, caller: Caller): Statement {
  const geometries =
    area.kind === 'geometries'
      ? sql`select geometry_or_null(g.geometry)
    from jsonb_array_elements(${json(area.geometries.map((geometry): unknown => JSON.parse(geometry)))}) g (geometry)`
      : sql`select ${searchGeometry}
    from feature f
    where f.resource_id = ${uuid(area.resourceId)}
      and ${isReadable}
      and exists (select from visible_among(${int(caller)}, array[${uuid(area.resourceId)}]))`;
  return sql`${name} as materialized (
  select
    a.place,
    a.place::geography as ground,
    st_translate(st_expand(st_envelope(a.place), d.longitude, d.latitude), s.shift, 0) as box
  from (
    ${geometries}
  ) as a (place)
  -- A degree of latitude has at least 110,574 metres. Near a pole, all longitudes are near.
  cross join lateral (
    select
      ${double(metres)} / 110000 as latitude,
      least(
        360,
        ${double(metres)} / 110000
          / greatest(cos(radians(least(90, greatest(abs(st_ymin(a.place)), abs(st_ymax(a.place))) + ${double(metres)} / 110000))), 0.000001)
      ) as longitude
  ) d
  cross join (values (0), (360), (-360)) s (shift)
  where a.place is not null
    and not st_isempty(a.place)
)`;
}

/** The condition that a readable feature `f` reaches an area. */
export function reaches({ metres, relation }: Place): Statement {
  if (metres > 0) return sql`st_dwithin(${searchGeometry}::geography, a.ground, ${double(metres)})`;
  return relation === 'intersects'
    ? sql`st_intersects(${searchGeometry}, a.place)`
    : sql`lies_to_place(${searchGeometry}, ${text(relation)}, a.place)`;
}

/** The condition that a geometry of a resource instance reaches a place, or is outside of it. */
export const placeCondition = (
  resourceId: Statement,
  area: Statement,
  condition: RecordCondition & { kind: 'place' },
): Statement => sql`exists (
      select
      ${featuresOfPlace(resourceId, area, condition)}
      offset 0
    )`;

/** The readable features `f` of a resource instance that reach a place, or are outside of it: a query from its `from` on. */
export function featuresOfPlace(
  resourceId: Statement,
  area: Statement,
  { place, nodes, isOutside }: RecordCondition & { kind: 'place' },
): Statement {
  const ofNodes =
    nodes === null
      ? sql`true`
      : sql`f.node_id = any (${uuidArray(nodes.map(({ nodeId }) => nodeId))})`;
  const isNear = sql`exists (
          select
          from ${area} a
          where ${searchGeometry} && a.box
            and ${reaches(place)}
        )`;
  return sql`from feature f
      where f.resource_id = ${resourceId}
        and ${ofNodes}
        and ${isReadable}
        and not st_isempty(${searchGeometry})
        and ${isOutside ? sql`not ` : sql``}${isNear}`;
}

/** A query for the resource instances with a feature within the boxes of a place. */
export function featuresQuery(area: Statement): Statement {
  return sql`select f.resource_id
    from ${area} a
    cross join lateral (
      select f.resource_id
      from feature f
      where ${searchGeometry} && a.box
        and f.node_id in (select n.node_id from readable_geometry_node n)
    ) f`;
}
