import * as z from 'zod';

import {
  documentQuery,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import type { ListedResource } from '../resources/listed-names.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { preferredLabelsExpression } from './concept-labels.ts';
import {
  conceptUserSection,
  conceptUserTables,
  type ConceptUserSelection,
} from './concept-uses.ts';

/** A page of the resource instances that use a concept. */
export type ConceptResources = {
  readonly mayReadThesaurus: boolean;
  /** The preferred labels of the concept by language; undefined if there is no concept that the caller may see. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** In the order of their ids, with one more if another page follows. */
  readonly resources: readonly ListedResource[];
  /** The resource models that the caller may know. */
  readonly models: readonly ListedModel[];
  readonly pageReader: PageReader | undefined;
};

/** Finds a page of the visible resource instances that have a readable value of a concept, each once. */
export function findConceptResources(
  caller: Caller,
  conceptId: ConceptId,
  selection: ConceptUserSelection,
): DocumentQuery<ConceptResources> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  shown_concept as materialized (
    select c.concept_id
    from concept c
    where c.concept_id = ${uuid(conceptId)}
      and (select p.may_read from permission p)
  ),
  ${conceptUserTables(caller, selection)},
  ${readableModelTable(caller)}`,
      sections: {
        access: requiredSection(z.boolean(), sql`select p.may_read::text from permission p`),
        concept: optionalSection(
          z.record(z.string(), z.string()),
          sql`select ${preferredLabelsExpression(sql`s.concept_id`)}::text from shown_concept s`,
        ),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        resource: conceptUserSection,
      },
    },
    (section) => ({
      mayReadThesaurus: section('access'),
      labels: section('concept'),
      resources: section('resource'),
      models: section('model'),
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findConceptResources(caller, sample.conceptId, { after: undefined, limit: 1 }),
  ],
};
