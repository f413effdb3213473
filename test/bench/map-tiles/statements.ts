import { idOfNumber, nameDescriptor } from '../geojson/data/statements.ts';
import { mapTileModels } from './model.ts';

/** The box in which features are, in degrees. */
export type Area = {
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Builds the statements that insert the features with the numbers from `first` to `last`, each of a resource instance with a name. Places look
 * random, but are always the same.
 */
export function buildFeatureStatements(first: number, last: number, area: Area): readonly string[] {
  const { west, south, width, height } = area;
  const model = (key: 'graphId' | 'nameId' | 'placeId'): string =>
    `case when n % 100 = 0 then '${mapTileModels[0]?.[key]}' else '${mapTileModels[1]?.[key]}' end`;
  const position = (factor: number, start: number, length: number): string =>
    `round((${start} + ${length} * ((n::bigint * ${factor}) % 1000003) / 1000003.0)::numeric, 6)`;
  const [small, large] = mapTileModels.map(({ nameId }) =>
    nameDescriptor(`'Site number ' || n`, nameId),
  );
  const descriptors = `case when n % 100 = 0 then ${small} else ${large} end`;
  return [
    `insert into resource (resource_id, graph_id, descriptors)
select ${idOfNumber('place')}, (${model('graphId')})::uuid, ${descriptors}
from generate_series(${first}, ${last}) n`,
    `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select
  ${idOfNumber('tile of place')}, ${idOfNumber('place')}, (${model('placeId')})::uuid, 0,
  jsonb_build_object(${model('placeId')}, jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(
    ${position(2_654_435_761, west, width)}, ${position(1_597_334_677, south, height)}
  )))
from generate_series(${first}, ${last}) n`,
  ];
}
