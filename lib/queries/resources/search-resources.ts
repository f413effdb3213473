import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, rawSql, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid } from '../../model/ids.ts';
import { nameMatchKinds, type MatchPosition } from '../../model/descriptors/name-match.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import { listedModelMembers, listedModelSchema, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { usernameOf } from '../users/username-of.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type ResourceSearch = {
  readonly words: string;
  /** Limit the search to one model: its id or slug. */
  readonly graph: string | undefined;
  /** The last match of the previous page; undefined for the first page. */
  readonly after: MatchPosition | undefined;
  /** The page size; one more match is returned if there is one. */
  readonly limit: number;
};

const matchSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    /** The shown names by language. */
    names: z.record(z.string(), z.string()),
    kind: z.literal(nameMatchKinds),
    /** From 0 to 100; 0 unless the kind is similar. */
    distance: z.number(),
    /** The folded name from its first matching word on. */
    entry: z.string(),
    /** The bounding box of its readable geometries: west, south, east, north in degrees; null without geometries. */
    place: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  })
  .readonly();

/** A resource instance whose name matches. */
export type ResourceMatch = z.output<typeof matchSchema>;

export type ResourceMatches = {
  /** The best match first. */
  readonly matches: readonly ResourceMatch[];
  /** The resource models that the caller may know. */
  readonly models: readonly ListedModel[];
  /** Whether the caller may read something of the requested model; true without one. */
  readonly mayReadGraph: boolean;
  readonly username: string | undefined;
};

/**
 * Searches the visible resource instances by the names that the caller is shown, in any language: equal names first, then names that
 * begin with the words, then names in which a later word does, then similar ones (trigrams of pg_trgm). Within each kind the order is:
 * similarity, then the alphabet from the matching word on. A resource instance is returned once, with its best match. Case, accents and
 * punctuation are ignored. Each kind is searched only if the kinds before it do not fill the page.
 *
 * Entries of names that the caller cannot be shown are skipped in the index. Each remaining entry is only a candidate: it counts if it is
 * the best match of the names that the caller is shown (ADR 076).
 */
export function searchResources(
  caller: Caller,
  { words, graph, after, limit }: ResourceSearch,
): DocumentQuery<ResourceMatches> {
  const length = limit + 1;
  const matchKind = after === undefined ? -1 : nameMatchKinds.indexOf(after.kind);
  const lastDistance = matchKind === 3 ? (after?.distance ?? 0) : -1;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with recursive ${callerTables(caller, graph)},
  search_words as materialized (
    select f.folded as words, left(f.folded, 40) as later_words
    from (select folded_label(${text(words)})) as f (folded)
  ),
  beginning as materialized (
    ${matchesInOrder(
      caller,
      sql`select e.*
      from name_entry e
      where e.is_whole
        and ${int(matchKind)} < 2
        and ${entryRangeCondition(wordsExpression, matchKind < 2 ? after : undefined)}
        and ${isReadableCondition}
      order by e.entry, e.resource_id`,
      sql`m.match < 2`,
      length,
    )}
  ),
  later_word as materialized (
    ${matchesInOrder(
      caller,
      sql`select e.*
      from name_entry e
      where not e.is_whole
        and ${int(matchKind)} < 3
        and (select count(*) from beginning) < ${int(length)}
        and ${entryRangeCondition(sql`(select s.later_words from search_words s)`, matchKind === 2 ? after : undefined)}
        and ${isReadableCondition}
      order by e.entry, e.resource_id`,
      sql`m.match = 2`,
      length,
    )}
  ),
  wanted_word as materialized (
    select w.position::integer as position, w.word
    from unnest(string_to_array(${wordsExpression}, ' ')) with ordinality as w (word, position)
    where (select length(s.words) between 3 and 39 from search_words s)
      and (select count(*) from beginning) + (select count(*) from later_word) < ${int(length)}
  ),
  similar_word as materialized (
    select w.position, n.word
    from wanted_word w
    join name_word n on n.word % w.word
    where length(w.word) > 2
    union
    select w.position, w.word
    from wanted_word w
  ),
  -- Only those with which an entry begins: of many similar words, few follow each other.
  phrase (position, phrase) as (
    select w.position, w.word
    from similar_word w
    where w.position = 1
    union all
    select w.position, n.phrase
    from phrase p
    join similar_word w on w.position = p.position + 1
    cross join lateral (select p.phrase || ' ' || w.word) as n (phrase)
    where exists (
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
    where p.position = (select max(w.position) from wanted_word w)
      -- Names with these match better.
      and not starts_with(p.phrase, ${wordsExpression})
  ),
  similar_name as materialized (
    select n.*
    from (
      select p.*, p.distance = ${int(lastDistance)} and p.phrase <= ${text(after?.entry ?? '')} as is_continued
      from similar_phrase p
      where p.distance >= ${int(lastDistance)}
      order by p.distance, p.phrase
      offset 0
    ) p
    cross join lateral (
      ${matchesInOrder(
        caller,
        sql`select e.*
        from name_entry e
        where e.is_whole = p.is_whole
          and (e.entry, e.resource_id) > (
            case when p.is_continued then ${text(after?.entry ?? '')} else p.phrase end,
            case when p.is_continued then ${uuid(after?.resourceId ?? nilUuid)} else ${uuid(nilUuid)} end
          )
          and e.entry < p.phrase || '!'
          and ${isReadableCondition}
        order by e.entry, e.resource_id`,
        sql`(m.match, m.distance) = (3, p.distance)`,
        length,
      )}
    ) n
    limit ${int(length)}
  ),
  page as materialized (
    select *
    from (
      select * from beginning
      union all
      select * from later_word
      union all
      select * from similar_name
    ) m
    order by m.match, m.distance, m.entry, m.resource_id
    limit ${int(length)}
  ),
  ${readableModelTable(caller)},
  readable_geometry_node as materialized (
    select n.node_id
    from node n
    join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
    where n.holds = 'geometry'
  ),
  unreadable_tile as materialized (
    select t.tile_id
    from unreadable_moved_tile(${int(caller)}) t
  )`,
      sections: {
        access: requiredSection(
          z.boolean(),
          graph === undefined
            ? sql`select 'true'`
            : sql`select coalesce((select may_read_graph(${int(caller)}, g.graph_id) from selected_graph g), false)::text`,
        ),
        username: optionalSection(z.string(), usernameOf(caller)),
        model: listSection(
          listedModelSchema,
          sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers})::text
    from readable_model m
    join graph g on g.graph_id = m.graph_id`,
        ),
        match: listSection(
          matchSchema,
          sql`select
      row_number() over (order by p.match, p.distance, p.entry, p.resource_id),
      jsonb_build_object(
        'resourceId', p.resource_id,
        'graphId', p.graph_id,
        'names', p.names,
        'kind', (${text(`{${nameMatchKinds.join(',')}}`)}::text[])[p.match + 1],
        'distance', p.distance,
        'entry', p.entry,
        'place', (${placeOf(sql`p.resource_id`)})
      )::text
    from page p`,
        ),
      },
    },
    (section) => ({
      matches: section('match'),
      models: section('model'),
      mayReadGraph: section('access'),
      username: section('username'),
    }),
  );
}

/** The rights of the caller, and the sets of nodegroups that it may read: whatever was built from others is no candidate. */
function callerTables(caller: Caller, graph: string | undefined): Statement {
  const ofGraph =
    graph === undefined ? sql`` : sql`and s.graph_id = (select g.graph_id from selected_graph g)`;
  return sql`caller as materialized (
    select
      c.*,
      c.is_administrator or c.has_resource_grants as sees_other_graphs
    from caller_rights(${int(caller)}) c
  ),
  ${
    graph === undefined
      ? sql``
      : sql`selected_graph as materialized (
    select g.graph_id
    from graph g
    where ${graphIdOrSlugCondition(graph)}
    limit 1
  ),`
  }
  readable_set as materialized (
    select s.source_set_id, s.nodegroup_ids
    from source_set s
    cross join caller c
    where s.nodegroup_ids <@ (select coalesce(jsonb_agg(n.nodegroup_id), '[]') from readable_nodegroup(${int(caller)}) n)
      and (c.sees_other_graphs or s.graph_id = any (c.readable_graphs))
      ${ofGraph}
  ),
  readable_source as materialized (
    select coalesce(jsonb_agg(distinct n.id), '[]') as nodegroup_ids
    from readable_set s
    cross join lateral jsonb_array_elements(s.nodegroup_ids) as n (id)
  )`;
}

const wordsExpression = sql`(select s.words from search_words s)`;

/** The condition that the names from which an entry `e` was derived may be shown to the caller: their nodegroups are readable. */
const isReadableCondition = sql`e.source_set_id = any (array(select r.source_set_id from readable_set r))`;

/** The condition that an entry `e` begins with words and comes after a match. @param after undefined for the first match */
function entryRangeCondition(words: Statement, after: MatchPosition | undefined): Statement {
  return sql`(e.entry, e.resource_id) > (coalesce(${text(after?.entry ?? null)}, ${words}), ${uuid(after?.resourceId ?? nilUuid)})
        and e.entry < ${words} || U&'\\+10FFFF'
        and ${words} <> ''`;
}

/**
 * The first matches among entries: those of resource instances that the caller may see, if the entry is their best match. It is a query
 * that returns resource instances with `best_name_match`.
 * @param entries a query that returns entries in the order of matches
 * @param isOfKind a condition on the match `m`
 */
function matchesInOrder(
  caller: Caller,
  entries: Statement,
  isOfKind: Statement,
  length: number,
): Statement {
  return sql`select r.resource_id, r.graph_id, m.*
    from (
      ${entries}
      -- So that entries are read in this order until there are enough matches.
      offset 0
    ) e
    join resource r on r.resource_id = e.resource_id
    cross join lateral best_name_match(
      ${int(caller)}, r.graph_id, r.descriptors, (select s.nodegroup_ids from readable_source s), ${wordsExpression}
    ) m
    where ${isVisibleCondition}
      and (m.entry, m.source_set_id) = (e.entry, e.source_set_id)
      and ${isOfKind}
    limit ${int(length)}`;
}

const callerColumn = (column: string): Statement =>
  sql`(select ${rawSql(`c.${column}`)} from caller c)`;

/** The condition that the caller may see the resource instance `r`. */
const isVisibleCondition = sql`is_resource_visible(
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

/** The bounding box of the readable geometries of a resource instance: a query that returns one list. */
function placeOf(resourceId: Statement): Statement {
  return sql`select jsonb_build_array(st_xmin(b.box), st_ymin(b.box), st_xmax(b.box), st_ymax(b.box))
          from (
            select st_extent(f.geometry::box2d::geometry) as box
            from feature f
            where f.resource_id = ${resourceId}
              and f.node_id in (select n.node_id from readable_geometry_node n)
              and f.tile_id not in (select t.tile_id from unreadable_tile t)
          ) b
          where b.box is not null`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [undefined, ''].flatMap((graph) =>
      [
        undefined,
        { kind: 'exact', distance: 0, entry: '', resourceId: sample.resourceId } as const,
      ].map((after) => searchResources(caller, { words: '', graph, after, limit: 1 })),
    ),
};
