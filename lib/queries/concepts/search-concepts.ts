import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, joinTables, rawSql, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { collectionMemberTables } from './collection-members.ts';
import { conceptValueSchema } from './concept-rows.ts';
import { labelTypeRank, languageRankExpression } from './label-order.ts';
import { labelLanguages, type LabelLanguages } from '../../model/concepts/label-languages.ts';
import { listedConceptExpression, listedConceptSchema } from './listed-concept.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

export type ConceptSearch = LabelLanguages & {
  readonly text: string;
  /** Limit the search to one scheme, or to one collection. */
  readonly scheme: string | undefined;
  readonly collection: string | undefined;
  /** The sort key of the last match of the previous page; empty for the first page. */
  readonly after: string;
  /** The page size; one more match is returned if there is one. */
  readonly limit: number;
};

/** How a label matches the words, the best first. */
const matchKinds = ['exact', 'beginning', 'word', 'similar'] as const;

const conceptMatchSchema = listedConceptSchema({
  sortKey: z.string(),
  matched: conceptValueSchema,
  match: z.enum(matchKinds),
});

const accessSchema = z.object({
  mayReadThesaurus: z.boolean(),
  isSchemeValid: z.boolean(),
  isCollectionValid: z.boolean(),
});

/** A concept with its matching label. */
export type ConceptMatch = z.output<typeof conceptMatchSchema>;

export type ConceptMatches = Readonly<z.output<typeof accessSchema>> & {
  readonly concepts: readonly ConceptMatch[];
  /** Only for a page. */
  readonly pageReader: PageReader | undefined;
};

/** The words can be a single letter, so only this many of the labels that begin with them are ranked: the first by alphabet. */
const maxLabelsWithPrefix = 10_000;

/**
 * Searches concepts by label, for a caller who may read the thesaurus: equal labels first, then labels that begin
 * with the words, then labels that contain them from a later word on, then similar ones (by trigrams of pg_trgm, which
 * tolerate typing errors). Within each kind, labels are ordered by type, then by language, then alphabetically. A
 * concept is returned once, with its best label. Case, accents and punctuation are ignored.
 * Each kind is searched only if the kinds before it do not fill the page.
 * @rule Thesaurus: Which label matches a search best?
 */
export function searchConcepts(
  caller: Caller,
  search: ConceptSearch,
  isForPage = false,
): DocumentQuery<ConceptMatches> {
  const { scheme, collection } = search;
  const inScopeCondition = sql`(select p.may_read from permission p) ${scopeCondition(search)}`;
  return documentQuery(
    {
      isPrepared: !(isForPage && (scheme !== undefined || collection !== undefined)),
      withClause: sql`with recursive ${joinTables(
        [
          permissionTable(caller),
          searchTable(search),
          searchFormTable,
          collection === undefined ? undefined : collectionMemberTables(sql`${uuid(collection)}`),
          beginningTable(inScopeCondition),
          bestLabelTable('best_beginning', sql`beginning`, search),
          wordTable(search, inScopeCondition),
          bestLabelTable('best_word', sql`word`, search),
          similarLabelTable(search, inScopeCondition),
          bestLabelTable('best_similar', sql`similar_label`, search),
          bestMatchTable,
          pageTable(search),
        ],
        '  ',
      )}`,
      sections: {
        pageReader: optionalSection(
          pageReaderSchema,
          isForPage ? pageReaderQuery(caller) : undefined,
        ),
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object(
      'mayReadThesaurus', p.may_read,
      'isSchemeValid', ${existsIfRequestedCondition(scheme, 'ConceptScheme')},
      'isCollectionValid', ${existsIfRequestedCondition(collection, 'Collection')}
    )::text
  from permission p`,
        ),
        concept: listSection(
          conceptMatchSchema,
          sql`select
      row_number() over (order by p.sort_key),
      (${listedConceptExpression(sql`c`)} || jsonb_build_object(
        'sortKey', p.sort_key,
        'match', (${text(`{${matchKinds.join(',')}}`)}::text[])[p.match + 1],
        'matched', jsonb_build_array(v.value_id, t.category, v.value_type, coalesce(v.language_id, ''), v.value)
      ))::text
    from page p
    join concept c on c.concept_id = p.concept_id
    join concept_value v on v.value_id = p.value_id
    join value_type t on t.value_type = v.value_type`,
        ),
      },
    },
    (section) => ({
      ...section('access'),
      concepts: section('concept'),
      pageReader: section('pageReader'),
    }),
  );
}

const permissionTable = (caller: Caller): Statement => sql`permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  )`;

const searchTable = (search: ConceptSearch): Statement => sql`search as materialized (
    select f.forms, f.forms[1] as words
    from (select forms_of_parts(folded_parts(${text(search.text)}))) as f (forms)
  )`;

const searchFormTable = sql`search_form as materialized (
    select f.form
    from search s
    cross join lateral unnest(s.forms) as f (form)
    where f.form <> ''
  )`;

const beginningTable = (inScopeCondition: Statement): Statement => sql`beginning as materialized (
    select b.*, case when b.folded = s.form then 0 else 1 end as match, 0 as distance
    from search_form s
    cross join lateral (
      (${labelsWithPrefixQuery(sql`v.folded`, inScopeCondition)})
      union all
      (${labelsWithPrefixQuery(sql`v.joined`, inScopeCondition)})
    ) b
  )`;

const wordTable = (
  { after, limit }: ConceptSearch,
  inScopeCondition: Statement,
): Statement => sql`word as materialized (
    select v.concept_id, v.value_id, v.value_type, v.language_id, v.folded, 2 as match, 0 as distance
    from concept_value v
    where (select count(*) from best_beginning b where b.sort_key > ${text(after)}) <= ${int(limit)}
      and (
        v.folded like any (array(select '% ' || s.form || '%' from search_form s))
        or v.joined like any (array(select '% ' || s.form || '%' from search_form s))
      )
      and ${inScopeCondition}
  )`;

const similarLabelTable = (
  { after, limit }: ConceptSearch,
  inScopeCondition: Statement,
): Statement => sql`similar_label as materialized (
    select
      v.concept_id,
      v.value_id,
      v.value_type,
      v.language_id,
      v.folded,
      3 as match,
      9 - floor(9 * similarity(v.folded, (select s.words from search s)))::int as distance
    from concept_value v
    where (
        select count(*)
        from (select b.sort_key from best_beginning b union all select w.sort_key from best_word w) b
        where b.sort_key > ${text(after)}
      ) <= ${int(limit)}
      and (select length(s.words) from search s) > 2
      and (
        v.folded % (select s.words from search s)
        or (select s.words from search s) <% v.folded
      )
      -- A word with digits is never similar to another one.
      and string_to_array(v.folded, ' ') @> array(
        select w.word
        from search s
        cross join lateral unnest(string_to_array(s.words, ' ')) as w (word)
        where has_digit(w.word)
      )
      and ${inScopeCondition}
  )`;

const bestMatchTable = sql`best_match as (
    select distinct on (b.concept_id) b.*
    from (
      select * from best_beginning
      union all
      select * from best_word
      union all
      select * from best_similar
    ) b
    order by b.concept_id, b.sort_key
  )`;

const pageTable = ({ after, limit }: ConceptSearch): Statement => sql`page as materialized (
    select b.*
    from best_match b
    where b.sort_key > ${text(after)}
    order by b.sort_key
    limit ${int(limit + 1)}
  )`;

/** A query of the labels whose form begins with a form `s` of the search. @param labelForm a column of the label `v` */
function labelsWithPrefixQuery(labelForm: Statement, inScopeCondition: Statement): Statement {
  return sql`select v.concept_id, v.value_id, v.value_type, v.language_id, ${labelForm} as folded
      from concept_value v
      where ${labelForm} >= s.form
        and ${labelForm} < s.form || U&'\\+10FFFF'
        and ${inScopeCondition}
      order by ${labelForm}, v.value_id
      limit ${int(maxLabelsWithPrefix)}`;
}

/** A common table expression: the best label of each concept among `labels`, the name of a table. */
function bestLabelTable(name: string, labels: Statement, languages: LabelLanguages): Statement {
  return sql`${rawSql(name)} as materialized (
    select distinct on (k.concept_id) k.*
    from (
      select
        v.concept_id,
        v.value_id,
        v.match,
        (
          v.match::text || v.distance || ${labelTypeRank} || lpad(${languageRankExpression(languages)}::text, 3, '0')
            || v.folded || ' ' || v.concept_id
        ) collate "C" as sort_key
      from ${labels} v
    ) k
    order by k.concept_id, k.sort_key
  )`;
}

function scopeCondition({ scheme, collection }: ConceptSearch): Statement {
  return sql`${
    scheme === undefined
      ? sql``
      : sql`and exists (
        select
        from concept_relation r
        where r.from_concept_id = ${uuid(scheme)}
          and r.relation_type = 'inScheme'
          and r.to_concept_id = v.concept_id
      )`
  }
      ${collection === undefined ? sql`` : sql`and v.concept_id in (select m.concept_id from member m)`}`;
}

/** The condition that a requested scheme or collection exists; true if none is requested. */
function existsIfRequestedCondition(id: string | undefined, nodeType: string): Statement {
  return id === undefined
    ? sql`true`
    : sql`exists (
        select
        from concept c
        where c.concept_id = ${uuid(id)}
          and c.node_type = ${text(nodeType)}
      )`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => {
    const search = { ...labelLanguages([], ''), after: '', limit: 1, text: '' };
    const scopes = [undefined, sample.uuid].flatMap((scheme) =>
      [undefined, sample.uuid].map((collection) => ({ scheme, collection })),
    );
    return [
      ...scopes.map((scope) => searchConcepts(caller, { ...search, ...scope })),
      searchConcepts(caller, { ...search, scheme: undefined, collection: undefined }, true),
    ];
  },
};
