import * as z from 'zod';

import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, rawSql, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { collectionMembers } from './collection-members.ts';
import { conceptValue } from './concept-rows.ts';
import { labelTypeRank, languageRank, type LabelLanguages } from './label-order.ts';
import { listedConceptExpression, listedConceptSchema } from './listed-concept.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Where concepts are looked for, and how many are wanted. */
export type ConceptSearch = LabelLanguages & {
  readonly words: string;
  /** The only scheme, and the only collection, wanted. */
  readonly scheme: string | undefined;
  readonly collection: string | undefined;
  /** What the last one of the page before is ordered by; empty for the first page. */
  readonly after: string;
  /** At most; one more is given where there is one. */
  readonly limit: number;
};

/** How a label matches what was asked for, the best first. */
const matches = ['exact', 'beginning', 'word', 'similar'] as const;

const found = listedConceptSchema({
  sortKey: z.string(),
  matched: conceptValue,
  match: z.enum(matches),
});

const access = z.object({
  mayRead: z.boolean(),
  isScheme: z.boolean(),
  isCollection: z.boolean(),
});

/** A concept that was found, with the label that was. */
export type ConceptMatch = z.output<typeof found>;

/** What a caller finds. */
export type ConceptMatches = Readonly<z.output<typeof access>> & {
  readonly concepts: readonly ConceptMatch[];
};

/** Of labels that begin with what was asked for, which may be one letter, only so many are ranked: the first by alphabet. */
const mostBeginnings = 10_000;

/**
 * The concepts that have a label like some words, for a caller who may read the thesaurus: those that are the same, then those
 * that begin with them, then those with a word that does, then similar ones (trigrams of pg_trgm, so that typing errors do no
 * harm). Of each kind preferred labels before others, the wanted language before others, then by alphabet. A concept counts once,
 * by the best of its labels. Letter case, accents and punctuation do not count.
 * A kind is looked for only where those before it do not fill the page.
 */
export function searchConcepts(
  caller: Caller,
  search: ConceptSearch,
): DocumentQuery<ConceptMatches> {
  const { scheme, collection, after, limit } = search;
  const isWanted = sql`(select p.may_read from permission p) ${inScope(search)}`;
  return documentQuery(
    {
      isPrepared: true,
      commonTables: sql`with recursive permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  asked as materialized (
    select folded_label(${text(search.words)}) as folded
  ),
  ${collection === undefined ? sql`` : collectionMembers(sql`${uuid(collection)}`)}
  beginning as materialized (
    select b.*, case when b.folded = a.folded then 0 else 1 end as match, 0 as distance
    from asked a
    cross join lateral (
      select v.concept_id, v.value_id, v.value_type, v.language_id, v.folded
      from concept_value v
      where v.folded >= a.folded
        and v.folded < a.folded || U&'\\+10FFFF'
        and a.folded <> ''
        and ${isWanted}
      order by v.folded, v.value_id
      limit ${int(mostBeginnings)}
    ) b
  ),
  ${best('best_beginning', sql`beginning`, search)},
  word as materialized (
    select v.concept_id, v.value_id, v.value_type, v.language_id, v.folded, 2 as match, 0 as distance
    from concept_value v
    where (select count(*) from best_beginning b where b.sort_key > ${text(after)}) <= ${int(limit)}
      and v.folded like (select '% ' || nullif(a.folded, '') || '%' from asked a)
      and ${isWanted}
  ),
  ${best('best_word', sql`word`, search)},
  similar_label as materialized (
    select
      v.concept_id,
      v.value_id,
      v.value_type,
      v.language_id,
      v.folded,
      3 as match,
      9 - floor(9 * similarity(v.folded, (select a.folded from asked a)))::int as distance
    from concept_value v
    where (
        select count(*)
        from (select b.sort_key from best_beginning b union all select w.sort_key from best_word w) b
        where b.sort_key > ${text(after)}
      ) <= ${int(limit)}
      and (select length(a.folded) from asked a) > 2
      and (
        v.folded % (select a.folded from asked a)
        or (select a.folded from asked a) <% v.folded
      )
      and ${isWanted}
  ),
  ${best('best_similar', sql`similar_label`, search)},
  found as (
    select distinct on (b.concept_id) b.*
    from (
      select * from best_beginning
      union all
      select * from best_word
      union all
      select * from best_similar
    ) b
    order by b.concept_id, b.sort_key
  ),
  page as materialized (
    select f.*
    from found f
    where f.sort_key > ${text(after)}
    order by f.sort_key
    limit ${int(limit + 1)}
  )`,
      sections: {
        access: requiredSection(
          access,
          sql`select jsonb_build_object(
      'mayRead', p.may_read,
      'isScheme', ${isOfType(scheme, 'ConceptScheme')},
      'isCollection', ${isOfType(collection, 'Collection')}
    )::text
  from permission p`,
        ),
        concept: listSection(
          found,
          sql`select
      row_number() over (order by p.sort_key),
      (${listedConceptExpression(sql`c`)} || jsonb_build_object(
        'sortKey', p.sort_key,
        'match', (${text(`{${matches.join(',')}}`)}::text[])[p.match + 1],
        'matched', jsonb_build_array(v.value_id, t.category, v.value_type, coalesce(v.language_id, ''), v.value)
      ))::text
    from page p
    join concept c on c.concept_id = p.concept_id
    join concept_value v on v.value_id = p.value_id
    join value_type t on t.value_type = v.value_type`,
        ),
      },
    },
    (value) => ({ ...value('access'), concepts: value('concept') }),
  );
}

/** The best label of each concept among those of a table, as a common table expression. */
function best(name: string, labels: Statement, languages: LabelLanguages): Statement {
  return sql`${rawSql(name)} as materialized (
    select distinct on (k.concept_id) k.*
    from (
      select
        v.concept_id,
        v.value_id,
        v.match,
        (
          v.match::text || v.distance || ${labelTypeRank} || ${languageRank(languages)}
            || v.folded || ' ' || v.concept_id
        ) collate "C" as sort_key
      from ${labels} v
    ) k
    order by k.concept_id, k.sort_key
  )`;
}

function inScope({ scheme, collection }: ConceptSearch): Statement {
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

/** Whether what is wanted is there; nothing wanted always is. */
function isOfType(id: string | undefined, nodeType: string): Statement {
  return id === undefined
    ? sql`true`
    : sql`exists (
        select
        from concept c
        where c.concept_id = ${uuid(id)}
          and c.node_type = ${text(nodeType)}
      )`;
}

/** The texts that it can have. @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [undefined, sample.uuid].flatMap((scheme) =>
      [undefined, sample.uuid].map((collection) =>
        searchConcepts(caller, {
          language: '',
          defaultLanguage: '',
          after: '',
          limit: 1,
          scheme,
          collection,
          words: '',
        }),
      ),
    ),
};
