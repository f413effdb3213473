import { idOfNumber } from '../geojson/data/statements.ts';
import { fraction, inEnglish, longText, shortText, zipf } from './draws.ts';
import { closedGroup } from './callers.ts';
import { graphOfModel, idInModel, stateOptions, type CardName } from './model.ts';
import { conceptCount, conceptOfRank } from './thesaurus.ts';

/** Records have three tiles, each third a fourth one. */
const tilesOfRecord = 10 / 3;

export const recordsOfTiles = (tiles: number): number =>
  Math.round(tiles / tilesOfRecord / 1000) * 1000;

/** Half of the records are of model 0, and one in a hundred of each other model. */
const model = `case when n % 100 < 50 or n % 100 = 99 then 0 else n % 100 - 49 end`;

/** The numbers of records that questions name. All callers see them. Of every hundred records one is a person, and one is a parish. */
export const recordNumbers = { hub: 96, parish: 197, person: 1998 };
export const models = { main: 0, small: 1, hubs: 47, parishes: 48, persons: 49 };

/** The box of all places, in degrees. */
const box = { west: -3, south: 51, width: 3, height: 2 };

const position = (kind: string, start: number, length: number): string =>
  `round((${start} + ${length} * ${fraction(kind)})::numeric, 6)`;

/** The draws that several values of a record depend on. */
function drawnRecords(first: number, last: number, count: number): string {
  // Two frequent conditions are met by different records, except ten that meet both.
  const meetsBoth = `n % ${count / 10} = 0`;
  return `with drawn as materialized (
  select
    n,
    ${model} as model,
    ${fraction('half')} < 0.5 or ${meetsBoth} as is_high,
    ${fraction('half')} >= 0.5 or ${meetsBoth} as is_lost
  from generate_series(${first}, ${last}) n
)`;
}

/** One of 2,000 sets of grants for each record; the first hundredth of them does not close records to the closed group. */
function grantStatement(first: number, last: number): string {
  return `insert into resource_grant (resource_id, account_group_id, can_view, no_access)
select ${idOfNumber('record')}, g.account_group_id, g.name <> '${closedGroup}', g.name = '${closedGroup}'
from generate_series(${first}, ${last}) n
cross join lateral (
  select case when n in (${Object.values(recordNumbers).join(', ')}) then 0 else floor(${fraction('set')} * 2000)::integer end
) s (set_number)
join account_group g
  on g.name = 'Team A' || s.set_number % 50
  or g.name = 'Team B' || s.set_number / 50
  or (g.name = '${closedGroup}' and s.set_number >= 20)`;
}

const nameOf = `jsonb_build_object('en', jsonb_build_object('name', jsonb_build_object(
    'value', initcap(${shortText('name')}) || ' ' || n,
    'nodegroups', jsonb_build_array(${idInModel('phase')}),
    'resources', '[]'::jsonb
  )))`;

const builtOf = `case
      when ${fraction('dated')} < 0.3 then 'null'::jsonb
      when ${fraction('dated')} < 0.5 then to_jsonb(lpad(floor(195 * ${fraction('year')})::integer::text, 3, '0') || 'X')
      else to_jsonb(lpad(floor(1950 * ${fraction('year')})::integer::text, 4, '0'))
    end`;

const referenceTo = (kind: string, number: string): string =>
  `jsonb_build_object('resourceId', ${idOfNumber(kind, number)}, 'ontologyProperty', '', 'inverseOntologyProperty', '')`;

/** The data of the tile of each card. */
const dataOf = (count: number): Readonly<Record<CardName, string>> => ({
  phase: `jsonb_build_object(
    ${idInModel('type')}, case when n % 1000 = 7 then 'null'::jsonb else jsonb_build_array(${idOfNumber('label', conceptOfRank(zipf('type', conceptCount)))}) end,
    ${idInModel('built')}, ${builtOf},
    ${idInModel('summary')}, ${inEnglish(shortText('summary'))}
  )`,
  survey: `jsonb_build_object(
    ${idInModel('height')}, floor(2000 * ${fraction('height')}) / 2 + case when is_high then 1000 else 0 end,
    ${idInModel('state')}, case when is_lost then '${stateOptions[0]?.optionId}' else (array['${stateOptions.map(({ optionId }) => optionId).join("', '")}'])[1 + ${zipf('state', 3)}] end,
    ${idInModel('report')}, ${inEnglish(`case when ${fraction('length')} < 0.0333 then ${longText('report')} else ${shortText('report')} end`)}
  )`,
  find: `jsonb_build_object(
    ${idInModel('project')}, jsonb_build_array(${referenceTo('record', String(recordNumbers.hub))}),
    ${idInModel('person')}, jsonb_build_array(${referenceTo('record', `(98 + 100 * (${zipf('person', count / 100)} - 1))`)}),
    ${idInModel('note')}, ${inEnglish(shortText('note'))}
  )`,
  place: `jsonb_build_object(
    ${idInModel('shape')}, case
      when n % 100 = 97 then jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(${outlineOf(count)}))
      else jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(${position('longitude', box.west, box.width)}, ${position('latitude', box.south, box.height)}))
    end,
    ${idInModel('reference')}, ${inEnglish(`'HER ' || lpad(n::text, 7, '0')`)},
    ${idInModel('address')}, ${inEnglish(shortText('address'))}
  )`,
});

/** The outline of a parish: a field of a grid over the box. */
function outlineOf(count: number): string {
  const columns = Math.ceil(Math.sqrt(count / 100));
  const corner = (east: number, north: number): string =>
    `jsonb_build_array(round(${box.west} + ${box.width}.0 * ((n / 100) % ${columns} + ${east}) / ${columns}, 6), round(${box.south} + ${box.height}.0 * ((n / 100) / ${columns} + ${north}) / ${columns}, 6))`;
  return `jsonb_build_array(${corner(0, 0)}, ${corner(1, 0)}, ${corner(1, 1)}, ${corner(0, 1)}, ${corner(0, 0)})`;
}

const above: Readonly<Partial<Record<CardName, CardName>>> = { survey: 'phase', find: 'survey' };

const hasPlace = `(${fraction('place')} < 0.3333 or n % 100 = 97)`;

function tileStatement(card: CardName, first: number, last: number, count: number): string {
  const upper = above[card];
  return `${drawnRecords(first, last, count)}
insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select
  ${idOfNumber(card)}, ${idOfNumber('record')}, ${idInModel(card)}::uuid, ${upper === undefined ? 'null' : idOfNumber(upper)}, 0,
  ${dataOf(count)[card]}
from drawn
${card === 'place' ? `where ${hasPlace}` : ''}`;
}

/**
 * Builds the statements that insert the records with the numbers from `first` to `last` of all `count`. Their grants come before their tiles,
 * so that no entries are moved.
 */
export function buildRecordStatements(
  first: number,
  last: number,
  count: number,
): readonly string[] {
  return [
    `${drawnRecords(first, last, count)}
insert into resource (resource_id, graph_id, descriptors)
select ${idOfNumber('record')}, ${graphOfModel}, ${nameOf}
from drawn`,
    grantStatement(first, last),
    ...(['phase', 'survey', 'find', 'place'] as const).map((card) =>
      tileStatement(card, first, last, count),
    ),
  ];
}
