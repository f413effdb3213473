import { labelLanguages } from '../../../lib/model/concepts/label-languages.ts';
import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { ConceptValueRow } from '../../../lib/queries/concepts/concept-rows.ts';
import {
  pickBestLabel,
  compareNaturally,
  compareConceptValues,
} from '../../../lib/serializers/concepts/concept-order.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { baseUrl } from '../../support/service.ts';

/** The parameters of a concept document: which relatives it includes, how many layers, and in which language it is sorted. */
export type NaiveOptions = {
  readonly sub: boolean;
  readonly parents: boolean;
  readonly related: boolean;
  readonly depth: number | undefined;
  readonly language: string;
};

const hierarchy: ReadonlySet<string> = new Set(['narrower', 'hasTopConcept']);

/** Reads the whole thesaurus by plain selects. */
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

/** Builds the concept object of the specification. It shares no code with the service except the order of values and labels. */
export function buildNaiveDocument(
  { concepts, values, relations }: Awaited<ReturnType<typeof readNaively>>,
  top: string,
  { sub, parents, related, depth = Infinity, language }: NaiveOptions,
): ConceptObject {
  const valuesOf = (conceptId: string): readonly ConceptValueRow[] =>
    values
      .filter(([owner]) => owner === conceptId)
      .map(([, id = '', category = '', type = '', tag = '', text = '']) => ({
        id,
        category,
        type,
        language: tag,
        text,
      }))
      .toSorted(compareConceptValues);
  const sortKeyOf = (conceptId: string): string => {
    const ownValues = valuesOf(conceptId);
    const order = ownValues.find(({ type }) => type === 'sortorder');
    return (order ?? pickBestLabel(ownValues, labelLanguages([language], 'en-US')))?.text ?? '';
  };
  const sortRelatives = (relatives: readonly Relative[]): readonly Relative[] =>
    relatives.toSorted(
      (one, other) =>
        compareNaturally(sortKeyOf(one.id), sortKeyOf(other.id)) ||
        compareNaturally(one.id, other.id) ||
        compareNaturally(one.type, other.type),
    );
  const linkedTo = (
    conceptId: string,
    /** Where the concept is in a row of relations: 0 at the start of the relation, 2 at its end. */
    position: 0 | 2,
    isKind: (type: string) => boolean,
  ): Relative[] =>
    relations
      .filter((relation) => relation[position] === conceptId && isKind(relation[1] ?? ''))
      .map((relation) => ({ id: relation[2 - position] ?? '', type: relation[1] ?? '' }));
  const isHierarchy = (type: string) => hierarchy.has(type);
  const isRelated = (type: string) => !isHierarchy(type) && type !== 'inScheme';
  const relatedTo = (conceptId: string): readonly Relative[] => {
    const all = [...linkedTo(conceptId, 0, isRelated), ...linkedTo(conceptId, 2, isRelated)];
    const unique = new Map(all.map((relative) => [`${relative.id} ${relative.type}`, relative]));
    return [...unique.values()].filter(({ id }) => id !== conceptId);
  };
  const conceptWithoutValues = ({ id, type }: Relative): ConceptObject => {
    const [, nodetype = '', legacy = ''] = concepts.find(([conceptId]) => conceptId === id) ?? [];
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
  const shownValues = (conceptId: string, labelsOnly: boolean) =>
    valuesOf(conceptId)
      .filter(({ category }) => !labelsOnly || category === 'label')
      .map(({ id, category, type, language: tag, text }) => ({
        id,
        conceptid: conceptId,
        category,
        type,
        language: tag,
        value: text,
      }));
  const hasSubConcepts = (conceptId: string) => linkedTo(conceptId, 0, isHierarchy).length > 0;
  const wholeConcept = (
    relative: Relative,
    layers: number,
    path: readonly string[],
  ): ConceptObject => {
    const { id } = relative;
    if (path.includes(id)) return conceptWithoutValues(relative);
    const innerPath = [...path, id];
    return {
      ...conceptWithoutValues(relative),
      hassubconcepts: hasSubConcepts(id),
      parentconcepts: parents
        ? sortRelatives(linkedTo(id, 2, isHierarchy)).map((parent) =>
            wholeConcept(parent, 0, innerPath),
          )
        : [],
      relatedconcepts: related
        ? sortRelatives(relatedTo(id)).map((relatedConcept) => ({
            ...conceptWithoutValues(relatedConcept),
            hassubconcepts: hasSubConcepts(relatedConcept.id),
            values: shownValues(relatedConcept.id, true),
          }))
        : [],
      subconcepts:
        layers > 0
          ? sortRelatives(linkedTo(id, 0, isHierarchy)).map((child) =>
              wholeConcept(child, layers - 1, innerPath),
            )
          : [],
      values: shownValues(id, false),
    };
  };
  return wholeConcept({ id: top, type: '' }, sub ? depth : 0, []);
}
