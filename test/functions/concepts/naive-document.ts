import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { ConceptValueRow } from '../../../lib/queries/concepts/concept-rows.ts';
import {
  bestLabel,
  compareNaturally,
  compareConceptValues,
} from '../../../lib/serializers/concepts/concept-order.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { baseUrl } from '../../support/service.ts';

/** The options of a concept document. */
export type NaiveOptions = {
  readonly sub: boolean;
  readonly parents: boolean;
  readonly related: boolean;
  readonly depth: number | undefined;
  readonly language: string;
};

const hierarchy: ReadonlySet<string> = new Set(['narrower', 'hasTopConcept']);

/** The whole thesaurus, read by plain selects. */
export async function readNaively(data: Pick<DataApi, 'read'>) {
  const rows = async (text: string) =>
    (await data.read(rawSql(text))).map((row) => z.array(z.string()).parse(row));
  const concepts = await rows(
    "select concept_id::text, node_type, coalesce(legacy_id, '') from concept",
  );
  const values =
    await rows(`select v.concept_id::text, v.value_id::text, t.category, v.value_type, coalesce(v.language_id, ''), v.value
    from concept_value v join value_type t using (value_type)`);
  const relations = await rows(
    'select from_concept_id::text, relation_type, to_concept_id::text from concept_relation',
  );
  return { concepts, values, relations };
}

type Relative = { readonly id: string; readonly type: string };

/** The concept object of the specification. It shares no code with the service but the order of values and labels. */
export function naiveDocument(
  { concepts, values, relations }: Awaited<ReturnType<typeof readNaively>>,
  top: string,
  { sub, parents, related, depth = Infinity, language }: NaiveOptions,
): ConceptObject {
  const valuesOf = (of: string): readonly ConceptValueRow[] =>
    values
      .filter(([owner]) => owner === of)
      .map(([, id = '', category = '', type = '', tag = '', text = '']) => ({
        id,
        category,
        type,
        language: tag,
        text,
      }))
      .toSorted(compareConceptValues);
  const keyOf = (of: string): string => {
    const own = valuesOf(of);
    const order = own.find(({ type }) => type === 'sortorder');
    return (order ?? bestLabel(own, language, 'en-US'))?.text ?? '';
  };
  const inOrder = (some: readonly Relative[]): readonly Relative[] =>
    some.toSorted(
      (one, other) =>
        compareNaturally(keyOf(one.id), keyOf(other.id)) ||
        compareNaturally(one.id, other.id) ||
        compareNaturally(one.type, other.type),
    );
  const linked = (of: string, from: 0 | 2, isKind: (type: string) => boolean): Relative[] =>
    relations
      .filter((relation) => relation[from] === of && isKind(relation[1] ?? ''))
      .map((relation) => ({ id: relation[2 - from] ?? '', type: relation[1] ?? '' }));
  const isHierarchy = (type: string) => hierarchy.has(type);
  const isRelated = (type: string) => !isHierarchy(type) && type !== 'inScheme';
  const besides = (of: string): readonly Relative[] => {
    const all = [...linked(of, 0, isRelated), ...linked(of, 2, isRelated)];
    const unique = new Map(all.map((one) => [`${one.id} ${one.type}`, one]));
    return [...unique.values()].filter(({ id }) => id !== of);
  };
  const bare = ({ id, type }: Relative): ConceptObject => {
    const [, nodetype = '', legacy = ''] = concepts.find(([one]) => one === id) ?? [];
    return {
      id,
      legacyoid: legacy === '' ? `${baseUrl}/concepts/${id}` : legacy,
      nodetype,
      hassubconcepts: false,
      relationshiptype: type,
      parentconcepts: [],
      relatedconcepts: [],
      subconcepts: [],
      values: [],
    };
  };
  const shownValues = (of: string, labelsOnly: boolean) =>
    valuesOf(of)
      .filter(({ category }) => !labelsOnly || category === 'label')
      .map(({ id, category, type, language: tag, text }) => ({
        id,
        conceptid: of,
        category,
        type,
        language: tag,
        value: text,
      }));
  const hassubconcepts = (of: string) => linked(of, 0, isHierarchy).length > 0;
  const whole = (relative: Relative, layers: number, path: readonly string[]): ConceptObject => {
    const { id } = relative;
    if (path.includes(id)) return bare(relative);
    const inside = [...path, id];
    return {
      ...bare(relative),
      hassubconcepts: hassubconcepts(id),
      parentconcepts: parents
        ? inOrder(linked(id, 2, isHierarchy)).map((one) => whole(one, 0, inside))
        : [],
      relatedconcepts: related
        ? inOrder(besides(id)).map((one) => ({
            ...bare(one),
            hassubconcepts: hassubconcepts(one.id),
            values: shownValues(one.id, true),
          }))
        : [],
      subconcepts:
        layers > 0
          ? inOrder(linked(id, 0, isHierarchy)).map((one) => whole(one, layers - 1, inside))
          : [],
      values: shownValues(id, false),
    };
  };
  return whole({ id: top, type: '' }, sub ? depth : 0, []);
}
