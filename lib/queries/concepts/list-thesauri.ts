import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { labelLanguages, type LabelLanguages } from '../../model/concepts/label-languages.ts';
import { sortKeyExpression } from './label-order.ts';
import { listedConceptExpression, listedConceptSchema } from './listed-concept.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

/** The types of concepts that contain others. */
export const thesaurusTypes = ['ConceptScheme', 'Collection'] as const;

const thesaurusSchema = listedConceptSchema({ sortKey: z.string(), conceptCount: z.number() });

const accessSchema = z.object({ mayReadThesaurus: z.boolean() });

export type ListedThesaurus = z.output<typeof thesaurusSchema>;

/** A page of schemes and collections, with one more than requested if there is a next page. */
export type ThesaurusPage = {
  readonly mayReadThesaurus: boolean;
  readonly thesauri: readonly ListedThesaurus[];
  /** Only for an HTML page. */
  readonly pageReader: PageReader | undefined;
};

/**
 * Lists the schemes and collections of the thesaurus by label.
 * @param nodeType the type to list; undefined for both
 * @param after the sort key of the last one on the previous page; empty for the first page
 * @param limit the page size; one more is returned if there is one
 * @param isForPage whether to include what only an HTML page shows
 */
export function listThesauri(
  caller: Caller,
  nodeType: (typeof thesaurusTypes)[number] | undefined,
  languages: LabelLanguages,
  after: string,
  limit: number,
  isForPage = false,
): DocumentQuery<ThesaurusPage> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  thesaurus as materialized (
    select c.concept_id, c.node_type, c.legacy_id, ${sortKeyExpression(sql`c.concept_id`, languages)} as sort_key
    from concept c
    where c.node_type <> 'Concept'
      and (select p.may_read from permission p)
      ${nodeType === undefined ? sql`` : sql`and c.node_type = ${text(nodeType)}`}
  ),
  page as materialized (
    select t.*
    from thesaurus t
    where t.sort_key collate "C" > ${text(after)}
    order by t.sort_key collate "C"
    limit ${int(limit + 1)}
  )`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object('mayReadThesaurus', p.may_read)::text from permission p`,
        ),
        pageReader: optionalSection(
          pageReaderSchema,
          isForPage ? pageReaderQuery(caller) : undefined,
        ),
        thesaurus: listSection(
          thesaurusSchema,
          sql`select
      row_number() over (order by p.sort_key collate "C"),
      (${listedConceptExpression(sql`p`)} || jsonb_build_object(
        'sortKey', p.sort_key,
        'conceptCount', (
          select count(*)
          from concept_relation r
          where r.from_concept_id = p.concept_id
            and r.relation_type = case p.node_type when 'Collection' then 'member' else 'inScheme' end
        )
      ))::text
    from page p`,
        ),
      },
    },
    (section) => ({
      ...section('access'),
      thesauri: section('thesaurus'),
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) =>
    ([undefined, 'Collection'] as const).flatMap((type) =>
      [false, true].map((isForPage) =>
        listThesauri(caller, type, labelLanguages([], ''), '', 1, isForPage),
      ),
    ),
};
