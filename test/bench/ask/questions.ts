import { idOfNumber } from '../geojson/data/statements.ts';
import { slugOf, stateOptions } from './model.ts';
import { recordNumbers } from './records.ts';

/** A question, and the statement by which the peer answers it. */
export type AskQuestion = {
  readonly name: string;
  /** The conditions and other parameters, without the model. Records are named as `{hub}`. */
  readonly conditions: Readonly<Record<string, string>>;
  /** Whether it is asked about all models. */
  readonly ofAllModels?: boolean;
  /** The ids that the peer finds, as a query for resourceinstanceid, possibly repeated; null if it has no such answer. */
  readonly peer: string | null;
  /** The most milliseconds of a page; 100 if left out. */
  readonly goal?: number;
};

const slug = slugOf(0);

const inNode = (alias: string, table = 'v'): string =>
  `${table}.graph_slug = '${slug}' and ${table}.node_alias = '${alias}'`;

const ids = (alias: string, values: string): string =>
  `select v.resourceinstanceid from peer.uuids v where ${inNode(alias)} and v.value ${values}`;

const numbers = (alias: string, condition: string): string =>
  `select v.resourceinstanceid from peer.numerics v where ${inNode(alias)} and ${condition}`;

const terms = (alias: string, query: string): string =>
  `select v.resourceinstanceid from peer.terms v where ${inNode(alias)} and v.search_vector @@ to_tsquery('simple', '${query}')`;

const intersect = (...queries: readonly string[]): string =>
  `select a.resourceinstanceid from (${queries.join('\nintersect\n')}) a`;

/** A concept and those narrower than it. */
const narrower = (number: number): string => `= any (array(
  with recursive n (concept_id) as (
    select ${idOfNumber('type', String(number))}
    union
    select r.to_concept_id from n join concept_relation r on r.from_concept_id = n.concept_id and r.relation_type = 'narrower'
  )
  select n.concept_id from n
))`;

const overlaps = (from: number, to: number): string =>
  `d.start_value <= ${to}1231 and d.end_value >= ${from}0101`;

const sameTile = `select v.resourceinstanceid
from peer.uuids v
where ${inNode('type')} and v.value ${narrower(40)}
  and exists (select from peer.date_ranges d where ${inNode('built', 'd')} and d.tileid = v.tileid and ${overlaps(1700, 1750)})`;

const point = 'st_setsrid(st_makepoint(-1.5, 52), 4326)';
const near = (metres: number): string =>
  `select g.resourceinstanceid from peer.geometries g where g.graph_slug = '${slug}' and st_dwithin(g.geom::geography, ${point}::geography, ${metres})`;

const optionId = (label: string): string =>
  `'${stateOptions.find((option) => option.label === label)?.optionId}'`;

const none = (alias: string, table: string): string =>
  `select r.resource_id as resourceinstanceid
from resource r
join graph g on g.graph_id = r.graph_id
where g.slug = '${slug}'
  and not exists (select from peer.${table} v where ${inNode(alias)} and v.resourceinstanceid = r.resource_id)`;

/** The questions of officers, and those that are expensive. */
export const askQuestions: readonly AskQuestion[] = [
  {
    name: 'a concept with narrower ones',
    conditions: { 'node.type': 'Type 40' },
    peer: ids('type', narrower(40)),
  },
  {
    name: 'a concept and a date on one card',
    conditions: { 'node.type': 'Type 40', 'node.built': '1700..1750' },
    peer: sameTile,
  },
  {
    name: 'a range of numbers',
    conditions: { 'node.height': '200..205' },
    peer: numbers('height', 'v.value between 200 and 205'),
  },
  {
    name: 'words',
    conditions: { 'node.summary': 'church bridge' },
    peer: terms('summary', 'church:* & bridge:*'),
  },
  {
    name: 'a period',
    conditions: { period: '1700..1705' },
    peer: `select d.resourceinstanceid from peer.date_ranges d where d.graph_slug = '${slug}' and ${overlaps(1700, 1705)}`,
  },
  {
    name: 'a concept near a point',
    conditions: { near: '-1.5,52,10000', 'node.type': 'Type 40' },
    peer: intersect(near(10_000), ids('type', narrower(40))),
  },
  {
    name: 'within a parish',
    conditions: { within: '{parish}' },
    peer: `select g.resourceinstanceid
from peer.geometries p
join peer.geometries g on st_intersects(g.geom, p.geom)
where p.resourceinstanceid = ${idOfNumber('record', String(recordNumbers.parish))} and g.graph_slug = '${slug}'`,
  },
  {
    name: 'a reference to one person',
    conditions: { 'node.person': '{person}' },
    peer: ids('person', `= ${idOfNumber('record', String(recordNumbers.person))}`),
  },
  {
    name: 'no date recorded',
    conditions: { 'node.built': '!*' },
    peer: none('built', 'date_ranges'),
  },
  {
    name: 'a reference number',
    conditions: { 'node.reference': '"HER 0012345"' },
    peer: `select v.resourceinstanceid from peer.terms v where ${inNode('reference')} and md5(v.value) = md5('HER 0012345')`,
  },
  {
    name: 'two frequent conditions that meet ten times',
    conditions: { 'node.state': 'Lost', 'node.height': '1000..' },
    peer: intersect(ids('state', `= ${optionId('Lost')}`), numbers('height', 'v.value >= 1000')),
  },
  {
    name: 'two frequent conditions that never meet',
    conditions: { 'node.state': 'Good', 'node.height': '<1000' },
    peer: intersect(ids('state', `= ${optionId('Good')}`), numbers('height', 'v.value < 1000')),
  },
  {
    name: 'a word that does not occur',
    conditions: { 'node.summary': 'xqzwj' },
    peer: terms('summary', 'xqzwj:*'),
  },
  {
    name: 'a frequent word',
    conditions: { 'node.summary': 'church' },
    peer: terms('summary', 'church:*'),
  },
  {
    name: 'a hub',
    conditions: { related: '{hub}' },
    peer: ids('project', `= ${idOfNumber('record', String(recordNumbers.hub))}`),
  },
  {
    name: 'a concept in ten models',
    conditions: { 'node.type': 'Type 40' },
    ofAllModels: true,
    peer: `select v.resourceinstanceid from peer.uuids v where v.node_alias = 'type' and v.value ${narrower(40)}`,
  },
  {
    name: 'a period in all models',
    conditions: { period: '1700..1705' },
    ofAllModels: true,
    peer: `select d.resourceinstanceid from peer.date_ranges d where ${overlaps(1700, 1705)}`,
  },
  {
    name: 'few records by name',
    conditions: { 'node.height': '200..205', sort: 'name' },
    peer: null,
  },
  {
    name: 'many records by name',
    conditions: { 'node.height': '*', sort: 'name' },
    peer: null,
  },
  {
    name: 'the last changed records of a concept',
    conditions: { 'node.type': 'Type 40', sort: '-changed' },
    peer: null,
  },
  {
    name: 'a count to 10,000',
    conditions: { 'node.state': 'Good', count: 'exact' },
    peer: null,
    goal: 150,
  },
];

/** A question whose pages are read to the end: few records have no value, and all are compared. */
export const lastPageQuestion: AskQuestion = {
  name: 'none to the end',
  conditions: { 'node.type': '!*' },
  peer: none('type', 'uuids'),
};
