import { benchGraphs, benchNodegroups, benchNodes } from './model.ts';

// The statements that fill a database that already has the graphs. Triggers derive features and relations, as for any tile. Ids look
// random, so that neighbouring rows of a table are not neighbours in an index, as in real data; but they are always the same.

/** An SQL expression for a UUID of version 4. @param text an expression of the text that determines it */
function idFromText(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`;
}

/** The numbers of concepts and areas. Sites use the concepts, and the areas, in turn. */
const conceptCount = 40;
const areaCount = 50;

/** An SQL expression for an id. @param kind such as `site` @param number an expression */
export const idOfNumber = (kind: string, number = 'n'): string =>
  idFromText(`'${kind} ' || ${number}`);

/**
 * An SQL expression for descriptors with a name, as imports write them.
 * @param name an expression
 * @param nodegroup the nodegroup from which the name was built
 */
export const nameDescriptor = (name: string, nodegroup: string): string =>
  `jsonb_build_object('en-US', jsonb_build_object('name', jsonb_build_object('value', ${name}, 'nodegroups', jsonb_build_array('${nodegroup}'), 'resources', '[]'::jsonb)))`;

const textInOneLanguage = (value: string): string =>
  `jsonb_build_object('value', ${value}, 'direction', 'ltr')`;

/** Concepts with labels in two languages, and areas. */
export const sharedStatements: readonly string[] = [
  `insert into concept (concept_id, node_type)
select ${idOfNumber('concept')}, 'Concept'
from generate_series(0, ${conceptCount - 1}) n`,
  `insert into concept_value (value_id, concept_id, value_type, language_id, value)
select ${idOfNumber('value')}, ${idOfNumber('concept')}, 'prefLabel', 'en-US', 'Type of site ' || n
from generate_series(0, ${conceptCount - 1}) n
union all
select ${idOfNumber('valeur')}, ${idOfNumber('concept')}, 'prefLabel', 'fr-FR', 'Type de lieu ' || n
from generate_series(0, ${conceptCount - 1}) n`,
  `insert into resource (resource_id, graph_id, descriptors)
select ${idOfNumber('area')}, '${benchGraphs.area}', ${nameDescriptor(`'Area ' || n`, benchNodegroups.area)}
from generate_series(0, ${areaCount - 1}) n`,
  `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select
  ${idOfNumber('area tile')}, ${idOfNumber('area')}, '${benchNodegroups.area}', 0,
  jsonb_build_object('${benchNodes.areaName}', jsonb_build_object('en-US', ${textInOneLanguage(`'Area ' || n`)}))
from generate_series(0, ${areaCount - 1}) n`,
];

/** Builds the statements that insert the sites with the numbers from `first` to `last`, without their places. */
export function buildRecordStatements(first: number, last: number): readonly string[] {
  return [
    `insert into resource (resource_id, graph_id, descriptors)
select ${idOfNumber('site')}, '${benchGraphs.site}', ${nameDescriptor(`'Site number ' || n`, benchNodegroups.record)}
from generate_series(${first}, ${last}) n`,
    `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select
  ${idOfNumber('record')}, ${idOfNumber('site')}, '${benchNodegroups.record}', 0,
  jsonb_build_object(
    '${benchNodes.name}', jsonb_build_object(
      'en-US', ${textInOneLanguage(`'Site number ' || n`)},
      'fr-FR', ${textInOneLanguage(`'Lieu numéro ' || n`)}
    ),
    '${benchNodes.type}', ${idOfNumber('value', `n % ${conceptCount}`)},
    '${benchNodes.area}', jsonb_build_array(jsonb_build_object(
      'resourceId', ${idOfNumber('area', `n % ${areaCount}`)}, 'ontologyProperty', '', 'inverseOntologyProperty', '', 'resourceXresourceId', ''
    )),
    '${benchNodes.height}', trim_scale(round(n % 9000 / 4.0, 2)),
    '${benchNodes.visited}', to_char(date '1950-01-01' + n % 27000, 'YYYY-MM-DD')
  )
from generate_series(${first}, ${last}) n`,
  ];
}

/** Builds the statement that inserts the places of sites, each with one point. */
export function buildPointStatement(first: number, last: number): string {
  const degrees = (factor: number, range: number): string =>
    `trim_scale(round((n::bigint * ${factor} % ${range}000000 - ${range / 2}000000) / 1000000.0, 6))`;
  return buildPlaceStatement(
    `jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(${degrees(2_654_435_761, 360)}, ${degrees(1_597_334_677, 170)}))`,
    `generate_series(${first}, ${last}) n`,
  );
}

/** Inserts the places of sites. Its parameter is a list of `[number of the site, geometry]`. */
export const placesStatement = buildPlaceStatement(
  'listed.place -> 1',
  'jsonb_array_elements($1::jsonb) listed (place) cross join lateral (select (listed.place ->> 0)::integer) numbered (n)',
);

function buildPlaceStatement(geometry: string, source: string): string {
  return `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select
  ${idOfNumber('place')}, ${idOfNumber('site')}, '${benchNodegroups.place}', 0,
  jsonb_build_object('${benchNodes.geometry}', jsonb_build_object(
    'type', 'FeatureCollection',
    'features', jsonb_build_array(jsonb_build_object(
      'id', ${idOfNumber('feature')}, 'type', 'Feature', 'properties', '{}'::jsonb, 'geometry', ${geometry}
    ))
  ))
from ${source}`;
}
