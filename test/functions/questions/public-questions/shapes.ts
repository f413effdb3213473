import type { Parameters } from '../former-searches.ts';
import { allOf, anyOf, hasGeometry, hasTile, isWithinMetres } from '../proofs.ts';
import type { OpenDataSet } from './open-data-set.ts';
import {
  beginsBefore,
  endsAfter,
  hasAny,
  hasConcept,
  hasName,
  isOfModel,
  nameHas,
  says,
} from './proven-parts.ts';
import * as sent from './sent-parameters.ts';

/** A form of a search that people have sent, and its meaning as a condition in SQL on the resource instance `r`. */
export type Shape = readonly [
  title: string,
  parameters: (set: OpenDataSet) => Parameters,
  proof: (set: OpenDataSet) => string,
];

const kindOf = (set: OpenDataSet): string => set.name.kind.value;
const intersects = (geometry: object): string =>
  hasGeometry(
    `st_intersects(g, st_setsrid(st_geomfromgeojson('${JSON.stringify(geometry)}'), 4326))`,
  );

const terms: readonly Shape[] = [
  [
    'a suggested text',
    (set) => ({ ...sent.term('term', set.terms[0]), ...sent.allLanguages }),
    (set) => says(set.terms[0]),
  ],
  [
    'a suggested text that is a label',
    (set) => ({ ...sent.allLanguages, ...sent.term('term', set.terms[2]) }),
    (set) => says(set.terms[2]),
  ],
  [
    'a suggested text of a model',
    (set) => ({ ...sent.term('term', set.terms[0]), ...sent.allLanguages, ...sent.model(set) }),
    (set) => allOf(says(set.terms[0]), isOfModel(set)),
  ],
  [
    'a text that somebody typed, of a model, with itself as its id',
    (set) => ({
      ...sent.term('string', set.terms[1], set.terms[1]),
      ...sent.allLanguages,
      ...sent.model(set),
    }),
    (set) => allOf(says(set.terms[1], true), isOfModel(set)),
  ],
];

const places: readonly Shape[] = [
  [
    'a model within a polygon from a file',
    (set) => ({
      ...sent.allLanguages,
      ...sent.model(set),
      ...sent.uploaded(sent.polygon(set.ring), { 'Square name': 'E32N25-12' }),
    }),
    (set) => allOf(isOfModel(set), intersects(sent.polygon(set.ring))),
  ],
  [
    'a model within polygons from a file',
    (set) => ({
      ...sent.model(set),
      ...sent.uploaded(sent.multiPolygon(set.ring, set.otherRing), { id: 1 }),
    }),
    (set) => allOf(isOfModel(set), intersects(sent.multiPolygon(set.ring, set.otherRing))),
  ],
  [
    'everything within metres of a drawn polygon',
    (set) => sent.drawn(sent.polygon(set.ring), 10),
    (set) => isWithinMetres(sent.polygon(set.ring), 10),
  ],
  [
    'a model within metres of a drawn polygon',
    (set) => ({ ...sent.drawn(sent.polygon(set.ring), 10), ...sent.model(set) }),
    (set) => allOf(isOfModel(set), isWithinMetres(sent.polygon(set.ring), 10)),
  ],
  [
    'text, or concept, of a model within metres of a drawn polygon, in a language',
    (set) => ({
      language: 'en',
      ...sent.groups(
        sent.nameGroup(set, 'and', set.words[0]),
        sent.conceptGroup(set, 'or', set.type),
      ),
      ...sent.model(set),
      ...sent.drawn(sent.polygon(set.ring), 10),
    }),
    (set) =>
      allOf(
        isOfModel(set),
        anyOf(hasName(set, set.words[0]), hasConcept(set, set.type)),
        isWithinMetres(sent.polygon(set.ring), 10),
      ),
  ],
  [
    'text with concept, or another concept, of a model within a drawn polygon',
    (set) => ({
      ...sent.groups(
        sent.nameGroup(set, 'and', set.words[0], kindOf(set)),
        sent.conceptGroup(set, 'or', set.type),
      ),
      ...sent.model(set),
      ...sent.drawn(sent.polygon(set.ring), 0),
    }),
    (set) =>
      allOf(
        isOfModel(set),
        anyOf(hasName(set, set.words[0], kindOf(set)), hasConcept(set, set.type)),
        intersects(sent.polygon(set.ring)),
      ),
  ],
  [
    'concept and an earlier date within metres of a drawn polygon',
    (set) => ({
      ...sent.drawn(sent.polygon(set.ring), 10),
      ...sent.groups(
        sent.conceptGroup(set, 'and', set.name.kind),
        sent.cardGroup(set, 'and', { [set.dated.node]: { op: 'lt', val: set.dated.before } }),
      ),
    }),
    (set) =>
      allOf(
        hasConcept(set, set.name.kind),
        beginsBefore(set),
        isWithinMetres(sent.polygon(set.ring), 10),
      ),
  ],
];

const conditions: readonly Shape[] = [
  ['a model', sent.model, isOfModel],
  [
    'any value of a node, in no language',
    (set) =>
      sent.groups({
        op: 'and',
        [set.nodeNamed(set.recorded[0]).nodeId]: { op: 'not_null', val: '' },
      }),
    (set) => hasAny(set, set.recorded[0]),
  ],
  [
    'any value of a node in a language, with empty conditions',
    (set) =>
      sent.groups(
        sent.cardGroup(set, 'and', { [set.recorded[1]]: { op: 'not_null', lang: 'en', val: '' } }),
      ),
    (set) => hasAny(set, set.recorded[1]),
  ],
  [
    'a text in no language, with an empty condition',
    (set) =>
      sent.groups(sent.cardGroup(set, 'and', { [set.name.node]: { op: '~', val: set.words[1] } })),
    (set) => hasName(set, set.words[1]),
  ],
  [
    'a concept with eq, and empty conditions of several operators or none',
    (set) => {
      const others = [...set.cardOf(set.name.node), ...set.cardOf(set.dated.node)];
      const empty = [{ op: '~', lang: 'en', val: '' }, { op: 'eq', val: '' }, { val: '' }];
      return sent.groups({
        op: 'and',
        ...Object.fromEntries(
          others.map(({ nodeId }, index) => [nodeId, empty[index % empty.length]]),
        ),
        [set.nodeNamed(set.type.node).nodeId]: { op: 'eq', val: set.valueId(set.type.value) },
      });
    },
    (set) => hasConcept(set, set.type),
  ],
  [
    'text and concept of one value',
    (set) => sent.groups(sent.nameGroup(set, 'and', set.words[0], kindOf(set))),
    (set) => hasName(set, set.words[0], kindOf(set)),
  ],
  [
    'text and concept of one value of a model, with a language that ran into the next parameter',
    (set) => ({
      language: '*total=7882',
      ...sent.groups(sent.nameGroup(set, 'and', set.words[0], kindOf(set))),
      ...sent.model(set),
    }),
    (set) => hasName(set, set.words[0], kindOf(set)),
  ],
  [
    'concepts on two cards',
    (set) =>
      sent.groups(
        sent.conceptGroup(set, 'and', set.second),
        sent.conceptGroup(set, 'and', set.type),
      ),
    (set) => allOf(hasConcept(set, set.second), hasConcept(set, set.type)),
  ],
  [
    'concepts on two cards, the larger one first',
    (set) =>
      sent.groups(
        sent.conceptGroup(set, 'and', set.otherType),
        sent.conceptGroup(set, 'and', set.name.kind),
      ),
    (set) => allOf(hasConcept(set, set.otherType), hasConcept(set, set.name.kind)),
  ],
  [
    'text with concept, and an earlier date, of a model',
    (set) => ({
      ...sent.groups(
        sent.nameGroup(set, 'and', set.words[0], kindOf(set)),
        sent.cardGroup(set, 'and', { [set.dated.node]: { op: 'lt', val: set.dated.before } }),
      ),
      ...sent.model(set),
    }),
    (set) => allOf(hasName(set, set.words[0], kindOf(set)), beginsBefore(set)),
  ],
  [
    'text with concept, or another concept',
    (set) =>
      sent.groups(
        sent.nameGroup(set, 'and', set.words[2], kindOf(set)),
        sent.conceptGroup(set, 'or', set.type),
      ),
    (set) => anyOf(hasName(set, set.words[2], kindOf(set)), hasConcept(set, set.type)),
  ],
  [
    'text with concept, or another concept, of a model',
    (set) => ({
      ...sent.groups(
        sent.nameGroup(set, 'and', set.words[2], kindOf(set)),
        sent.conceptGroup(set, 'or', set.otherType),
      ),
      ...sent.model(set),
    }),
    (set) => anyOf(hasName(set, set.words[2], kindOf(set)), hasConcept(set, set.otherType)),
  ],
  [
    'text with concept, or another text with concept, or a concept and a later date, of a model',
    (set) => ({
      ...sent.allLanguages,
      ...sent.groups(
        sent.nameGroup(set, 'and', set.words[1], kindOf(set)),
        sent.nameGroup(set, 'or', set.words[2], kindOf(set)),
        sent.conceptGroup(set, 'or', set.type),
        sent.cardGroup(set, 'and', { [set.dated.node]: { op: 'gt', val: set.dated.after } }),
      ),
      ...sent.model(set),
    }),
    (set) =>
      anyOf(
        hasName(set, set.words[1], kindOf(set)),
        hasName(set, set.words[2], kindOf(set)),
        allOf(hasConcept(set, set.type), endsAfter(set)),
      ),
  ],
  [
    'four alternatives of a text and a concept on another card, of a model',
    (set) => ({
      ...sent.groups(
        ...set.words.flatMap((word, index) => [
          sent.nameGroup(set, index === 0 ? 'and' : 'or', word),
          sent.conceptGroup(set, 'and', set.type),
        ]),
      ),
      ...sent.model(set),
    }),
    (set) =>
      allOf(anyOf(...set.words.map((word) => hasName(set, word))), hasConcept(set, set.type)),
  ],
  [
    'four alternatives of a text with its concept and a concept on another card',
    (set) =>
      sent.groups(
        ...set.words.flatMap((word, index) => [
          sent.nameGroup(set, index === 0 ? 'and' : 'or', word, kindOf(set)),
          sent.conceptGroup(set, 'and', index % 2 === 0 ? set.type : set.otherType),
        ]),
      ),
    (set) =>
      anyOf(
        ...set.words.map((word, index) =>
          allOf(
            hasName(set, word, kindOf(set)),
            hasConcept(set, index % 2 === 0 ? set.type : set.otherType),
          ),
        ),
      ),
  ],
  [
    'ten whole names without an operator, two of them of one record, of a model',
    (set) => ({
      ...sent.allLanguages,
      ...sent.groups(
        ...[...set.names, ...set.names.slice(0, 2), ...set.names.slice(4)].map((name, index) => ({
          op: index === 0 || index === 3 ? 'and' : 'or',
          [set.nodeNamed(set.name.node).nodeId]: { op: '', lang: 'en', val: name },
        })),
      ),
      ...sent.model(set),
    }),
    (set) => {
      const called = set.names.map((name) => hasTile(nameHas(set, name)));
      return anyOf(...called.slice(0, 2), allOf(...called.slice(2, 4)), ...called.slice(4));
    },
  ],
];

/** Searches without a condition: names that mean nothing, and empty values. */
export const unlimitedSearches: readonly (readonly [what: string, parameters: Parameters])[] = [
  ['no filter', { 'paging-filter': '1' }],
  ['an empty page number, and empty filters', { 'paging-filter': '', 'advanced-search': '' }],
  ['a name that was cut off', { 'paging...': '' }],
  ['remains of code', { 'result.search:': '', 'result.path': '', "...'": '' }],
  ['parameters of another service', { q: 'repo:someone/something card', type: 'code' }],
];

export const shapes: readonly Shape[] = [...terms, ...places, ...conditions];
