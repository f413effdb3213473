import { hasTile, node } from '../proofs.ts';
import type { OpenDataSet } from './open-data-set.ts';

// What the parts of searches mean, in SQL over tiles and the thesaurus.

const valueOf = (set: OpenDataSet, name: string): string =>
  `(t.data -> ${node(name, set.graphId)})`;

/** The tile has a text in English, or without a language, that matches a regular expression. */
const textMatches = (set: OpenDataSet, pattern: string): string => {
  const value = valueOf(set, set.name.node);
  return `coalesce(${value} -> 'en-US' ->> 'value', case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end) ~* '${pattern}'`;
};

/** The tile has a name of which some word begins so. */
export const nameBegins = (set: OpenDataSet, words: string): string =>
  textMatches(set, String.raw`\m${words}`);

/** The tile has a name with these words. */
export const nameHas = (set: OpenDataSet, words: string): string =>
  textMatches(set, String.raw`\m${words}\M`);

type NamedValue = { readonly node: string; readonly value: string };

/** The tile has a value of the concept with a label. */
export const isOf = (set: OpenDataSet, named: NamedValue): string => `exists (
  select
  from concept_value label
  join concept_value v on v.concept_id = label.concept_id
  where label.value_id = '${set.valueId(named.value)}'
    and ${valueOf(set, named.node)}::text like '%' || v.value_id || '%'
)`;

export const hasName = (set: OpenDataSet, words: string, kind?: string): string =>
  hasTile(
    nameBegins(set, words),
    ...(kind === undefined ? [] : [isOf(set, { node: set.name.kind.node, value: kind })]),
  );

export const hasConcept = (set: OpenDataSet, named: NamedValue): string =>
  hasTile(isOf(set, named));

const yearOf = (text: string): string => `substring(${text} from '^-?[0-9]{4}')::integer`;

/** Some value is a date, or an interval, that begins in an earlier year. */
export const beginsBefore = (set: OpenDataSet): string =>
  hasTile(
    `${yearOf(`${valueOf(set, set.dated.node)} #>> '{}'`)} < ${yearOf(`'${set.dated.before}'`)}`,
  );

/** Some value is a date, or an interval, that ends in a later year. */
export const endsAfter = (set: OpenDataSet): string =>
  hasTile(
    `${yearOf(`regexp_replace(${valueOf(set, set.dated.node)} #>> '{}', '^.*/', '')`)} > ${yearOf(`'${set.dated.after}'`)}`,
  );

export const hasAny = (set: OpenDataSet, name: string): string =>
  hasTile(`jsonb_typeof(${valueOf(set, name)}) <> 'null'`);

export const isOfModel = (set: OpenDataSet): string => `r.graph_id = '${set.graphId}'`;

/** Some value, or some label of a concept of a value, has words; the last one entirely, or its beginning. */
export function says(words: string, isBeginning = false): string {
  const pattern = String.raw`\m${words}${isBeginning ? '' : String.raw`\M`}`;
  return `r.resource_id in (
  with labelled as materialized (
    select v.value_id::text as value_id
    from concept_value v
    where v.concept_id in (
      select label.concept_id
      from concept_value label
      where label.value_type in ('prefLabel', 'altLabel', 'hiddenLabel')
        and label.value ~* '${pattern}'
    )
  )
  select t.resource_id
  from tile t
  cross join lateral regexp_matches(t.data::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m (ids)
  join labelled l on l.value_id = m.ids[1]
  union
  select t.resource_id
  from tile t
  where t.data::text ~* '${pattern}'
)`;
}
