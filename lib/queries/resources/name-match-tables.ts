import { int, joinTables, rawSql, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nameMatchKinds, type MatchPosition } from '../../model/descriptors/name-match.ts';
import { nilUuid } from '../../model/ids.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';

export type ResourceSearch = {
  readonly words: string;
  /** Limit the search to one model: its id or slug. */
  readonly graph: string | undefined;
  /** The last match of the previous page; undefined for the first page. */
  readonly after: MatchPosition | undefined;
  /** The page size; one more match is returned if there is one. */
  readonly limit: number;
};

/**
 * The common table expression `page` and those that it needs: the matches of a search in their order, and one more if
 * another page follows. They have the columns of `best_name_match`, and the id and graph of the resource instance. Each
 * kind is searched only if the kinds before it do not fill the page.
 *
 * Entries of names that the caller may not read are skipped in the index. Each remaining entry is only a candidate: it is
 * a match if it is the best one among the names of the resource instance that are shown to the caller (ADR 008).
 * @rule Thesaurus: Which names does a search skip, for this caller?
 */
export function nameMatchTables(
  caller: Caller,
  { words, graph, after, limit }: ResourceSearch,
): Statement {
  const pageLength = limit + 1;
  // Indexes of `nameMatchKinds`: 0 and 1 match the beginning of a name, 2 a later word, 3 similar words.
  const lastKind = after === undefined ? -1 : nameMatchKinds.indexOf(after.kind);
  const lastDistance = lastKind === 3 ? (after?.distance ?? 0) : -1;
  return sql`${searcherTables(caller, graph)},
  ${searchFormTables(words)},
  beginning_match as materialized (
    ${matchesOfFormsQuery(
      caller,
      sql`search_form`,
      sql`e.is_whole
        and ${int(lastKind)} < 2`,
      sql`m.match < 2`,
      lastKind < 2 ? after : undefined,
      pageLength,
    )}
  ),
  later_word_match as materialized (
    ${matchesOfFormsQuery(
      caller,
      sql`later_form`,
      sql`not e.is_whole
        and ${int(lastKind)} < 3
        and (select count(*) from beginning_match) < ${int(pageLength)}`,
      sql`m.match = 2`,
      lastKind === 2 ? after : undefined,
      pageLength,
    )}
  ),
  ${similarPhraseTables(
    sql`(select count(*) from beginning_match) + (select count(*) from later_word_match) < ${int(pageLength)}`,
  )},
  similar_match as materialized (
    select n.*
    from (
      select p.*, p.distance = ${int(lastDistance)} and p.phrase <= ${text(after?.entry ?? '')} as is_continued
      from similar_phrase p
      where p.distance >= ${int(lastDistance)}
      order by p.distance, p.phrase
      offset 0
    ) p
    cross join lateral (
      ${firstMatchesQuery(
        caller,
        sql`select e.*
        from name_entry e
        where e.is_whole = p.is_whole
          and (e.entry, e.resource_id) > (
            case when p.is_continued then ${text(after?.entry ?? '')} else p.phrase end,
            case when p.is_continued then ${uuid(after?.resourceId ?? nilUuid)} else ${uuid(nilUuid)} end
          )
          and e.entry < p.phrase || '!'
          and ${entryReadableCondition}
        order by e.entry, e.resource_id`,
        sql`(m.match, m.distance) = (3, p.distance)`,
        pageLength,
      )}
    ) n
    limit ${int(pageLength)}
  ),
  page as materialized (
    select *
    from (
      select * from beginning_match
      union all
      select * from later_word_match
      union all
      select * from similar_match
    ) m
    order by m.match, m.distance, m.entry, m.resource_id
    limit ${int(pageLength)}
  )`;
}

/**
 * A query for the resource instances with a readable name that may match a search, possibly repeated: those of `nameMatchTables`, of all
 * models.
 */
export function namedResourcesQuery(caller: Caller, words: string): Statement {
  return sql`select m.resource_id
  from (
  with recursive ${searcherTables(caller, undefined)},
  ${searchFormTables(words)},
  ${similarPhraseTables(sql`true`)},
  name_range as (
    select true as is_whole, f.form as first_entry, f.form || U&'\\+10FFFF' as last_entry
    from search_form f
    union all
    select false, f.form, f.form || U&'\\+10FFFF'
    from later_form f
    union all
    select p.is_whole, p.phrase, p.phrase || '!'
    from similar_phrase p
  )
  select e.resource_id
  from name_range n
  join name_entry e
    on e.is_whole = n.is_whole
    and e.entry >= n.first_entry collate "C"
    and e.entry < n.last_entry collate "C"
  where ${entryReadableCondition}
  ) m`;
}

/** The common table expressions with the forms of a search: `search`, `search_form` and `later_form`. */
function searchFormTables(words: string): Statement {
  return sql`search as materialized (
    select f.forms, f.forms[cardinality(f.forms)] as words
    from (select forms_of_parts(folded_parts(${text(words)}))) as f (forms)
  ),
  -- In the order of the index. Matches of one form come before those of the next one.
  search_form as materialized (
    select f.form
    from search s
    cross join lateral unnest(s.forms) as f (form)
    where f.form <> ''
    order by f.form collate "C"
  ),
  -- Entries that begin at a later word are cut to the same length (entry_of_parts).
  later_form as materialized (
    select distinct left(s.form, 40) collate "C" as form
    from search_form s
    order by form
  )`;
}

/**
 * The common table expression `similar_phrase`, words that are similar to those of a search, and those that it needs.
 * @param isSearched the condition that similar names are searched
 */
function similarPhraseTables(isSearched: Statement): Statement {
  return sql`searched_word as materialized (
    select w.position::integer as position, w.word
    from unnest(string_to_array(${wordsExpression}, ' ')) with ordinality as w (word, position)
    where (select length(s.words) between 3 and 39 from search s)
      and ${isSearched}
  ),
  possible_word as materialized (
    select w.position, w.word, false as is_replaced
    from searched_word w
    union
    select w.position, n.word, true
    from searched_word w
    join name_word n on n.word % w.word
    where length(w.word) > 2
      and n.word <> w.word
      and not has_digit(w.word)
      and not has_digit(n.word)
  ),
  -- Phrases with at most one replaced word. They grow word by word while an entry begins with them.
  phrase (position, phrase, is_replaced) as (
    select w.position, w.word, w.is_replaced
    from possible_word w
    where w.position = 1
    union all
    select w.position, n.phrase, p.is_replaced or w.is_replaced
    from phrase p
    join possible_word w on w.position = p.position + 1
    cross join lateral (select p.phrase || ' ' || w.word) as n (phrase)
    where not (p.is_replaced and w.is_replaced)
      and exists (
        select
        from name_entry e
        where e.is_whole in (true, false)
          and e.entry >= n.phrase
          and e.entry < n.phrase || '!'
      )
  ),
  similar_phrase as materialized (
    select p.phrase, i.is_whole, d.distance + case when i.is_whole then 0 else 1 end as distance
    from phrase p
    cross join (values (true), (false)) as i (is_whole)
    cross join lateral phrase_distance(string_to_array(p.phrase, ' '), string_to_array(${wordsExpression}, ' ')) as d (distance)
    where p.position = (select max(w.position) from searched_word w)
      and p.is_replaced
      -- Names that begin with the searched words are better matches, found above.
      and not starts_with(p.phrase, ${wordsExpression})
  )`;
}

/** The rights of the caller, and the readable sets of nodegroups. Names that are built from other sets are not candidates. */
function searcherTables(caller: Caller, graph: string | undefined): Statement {
  return joinTables(
    [
      callerTable(caller),
      openedResourceTable,
      graph === undefined ? undefined : selectedGraphTable(graph),
      readableSetTable(caller, graph),
      readableSourceTable,
    ],
    '  ',
  );
}

const callerTable = (caller: Caller): Statement => sql`caller as materialized (
    select
      c.*,
      c.is_administrator or c.has_resource_grants as sees_other_graphs,
      -- In the order of an index, as in caller_rights.
      (
        select g.account_group_id
        from resource_grant g
        where g.account_group_id = any (c.account_group_ids)
        order by g.account_group_id
        limit 1
      ) is not null as has_group_grants
    from caller_rights(${int(caller)}) c
  )`;

const openedResourceTable = sql`-- A grant of the account itself overrides those of its groups.
  opened_resource as materialized (
    select g.resource_id
    from resource_grant g
    where g.account_id = (select c.account_id from caller c)
      and g.can_view
  )`;

const selectedGraphTable = (graph: string): Statement => sql`selected_graph as materialized (
    select g.graph_id
    from graph g
    where ${graphIdOrSlugCondition(graph)}
    limit 1
  )`;

function readableSetTable(caller: Caller, graph: string | undefined): Statement {
  const graphCondition =
    graph === undefined ? sql`` : sql`and s.graph_id = (select g.graph_id from selected_graph g)`;
  return sql`readable_set as materialized (
    select
      s.source_set_id,
      s.open_set_id,
      s.nodegroup_ids,
      c.is_administrator
        or not (
          s.closed_groups && c.account_group_ids
          -- What is closed to Guest is closed to all callers who see it only as Guest.
          or (s.closed_groups && c.guest_group_ids and s.graph_id <> all (c.own_graphs) and not c.has_group_grants)
        ) as is_open
    from source_set s
    cross join caller c
    where s.nodegroup_ids <@ (select coalesce(jsonb_agg(n.nodegroup_id), '[]') from readable_nodegroup(${int(caller)}) n)
      and (c.sees_other_graphs or s.graph_id = any (c.readable_graphs))
      ${graphCondition}
  )`;
}

const readableSourceTable = sql`readable_source as materialized (
    select coalesce(jsonb_agg(distinct n.id), '[]') as nodegroup_ids
    from readable_set s
    cross join lateral jsonb_array_elements(s.nodegroup_ids) as n (id)
  )`;

/** The words of the search without apostrophes, by which similar names are found. */
const wordsExpression = sql`(select s.words from search s)`;

/**
 * The condition that the caller may read an entry `e`: the nodegroups of its sources are readable, and no grant of a group
 * closes the resource instance. A grant of the account itself overrides those of its groups.
 */
const entryReadableCondition = sql`(
          e.source_set_id = any (array(select r.source_set_id from readable_set r where r.is_open))
          or (
            (select exists (select from opened_resource))
            and e.source_set_id = any (array(select r.source_set_id from readable_set r where not r.is_open))
            and e.resource_id in (select g.resource_id from opened_resource g)
          )
        )`;

/**
 * A query of the first matches among entries that begin with one of the forms of the search.
 * @param forms a table of forms in alphabetical order
 * @param entryCondition a condition on the entry `e`
 * @param kindCondition a condition on the match `m`
 * @param after the match after which the page begins; undefined for the first match
 */
function matchesOfFormsQuery(
  caller: Caller,
  forms: Statement,
  entryCondition: Statement,
  kindCondition: Statement,
  after: MatchPosition | undefined,
  length: number,
): Statement {
  const isContinued = sql`${text(after?.entry ?? '')} collate "C" >= s.form`;
  return sql`select n.*
    from ${forms} s
    cross join lateral (
      ${firstMatchesQuery(
        caller,
        sql`select e.*
        from name_entry e
        where ${entryCondition}
          and (e.entry, e.resource_id) > (
            case when ${isContinued} then ${text(after?.entry ?? '')} else s.form end,
            case when ${isContinued} then ${uuid(after?.resourceId ?? nilUuid)} else ${uuid(nilUuid)} end
          )
          and e.entry < s.form || U&'\\+10FFFF'
          and ${entryReadableCondition}
        order by e.entry, e.resource_id`,
        kindCondition,
        length,
      )}
    ) n
    limit ${int(length)}`;
}

/**
 * A query of the first matches among entries: visible resource instances with their `best_name_match`. An entry is a match
 * only if it is that best match itself.
 * @param entries a query that returns entries in the order of matches
 * @param kindCondition a condition on the match `m`
 */
function firstMatchesQuery(
  caller: Caller,
  entries: Statement,
  kindCondition: Statement,
  length: number,
): Statement {
  return sql`select r.resource_id, r.graph_id, m.*
    from (
      ${entries}
      -- This keeps the planner from reordering entries, which are read in order until there are enough matches.
      offset 0
    ) e
    join resource r on r.resource_id = e.resource_id
    cross join lateral best_name_match(
      ${int(caller)}, r.graph_id, r.descriptors, (select s.nodegroup_ids from readable_source s), (select s.forms from search s)
    ) m
    where ${matchedResourceVisibleCondition}
      and m.entry = e.entry
      and m.source_set_id = (
        select s.open_set_id
        from readable_set s
        where s.source_set_id = e.source_set_id
        limit 1
      )
      and ${kindCondition}
    limit ${int(length)}`;
}

const callerColumn = (column: string): Statement =>
  sql`(select ${rawSql(`c.${column}`)} from caller c)`;

/** The condition that the caller may see the resource instance `r`. */
const matchedResourceVisibleCondition = sql`is_resource_visible(
        ${callerColumn('is_administrator')},
        case
          when ${callerColumn('has_resource_grants')} then (
            select g.is_visible
            from caller c
            cross join lateral visibility_by_grants(
              r.resource_id, r.graph_id, c.account_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
            ) g
          )
        end,
        r.graph_id in (select unnest(c.readable_graphs) from caller c),
        r.graph_id
      )
      and exists_for_caller(r.proposed_by, ${callerColumn('is_reviewer')}, ${callerColumn('account_id')})`;
