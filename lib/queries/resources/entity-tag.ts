import { bigint, rawSql, sql, text, textArray, type Statement } from '../../data-api/sql.ts';

/** A section of a document: the rows of the common table expression `<name>_row`. */
export type SectionName = 'tile' | 'concept' | 'resource' | 'relation' | 'file';

/** The requested representation, and the conditions of the request. */
export type EntityTagOptions = {
  /** What the response depends on besides the data, such as the format, as one text. */
  readonly representation: string;
  /** The entity tags of `If-None-Match` without quotes; `*` matches any. */
  readonly ifNoneMatch: readonly string[];
  /** The time of `If-Modified-Since`, in seconds since 1970. */
  readonly ifModifiedSince: number | null;
};

/**
 * The common table expressions `tag` and `freshness` of a document. `tag` is its entity tag: the version that the caller
 * sees, and a hash of everything in the response (ADR 023). `freshness` adds whether the caller already has the current
 * representation (RFC 9110, section 13). The surrounding statement must have `header (version, document, changed_at)`
 * and the rows of the sections.
 * @rule Responses: What makes an ETag of a resource instance?
 */
export function entityTagTables(
  { representation, ifNoneMatch, ifModifiedSince }: EntityTagOptions,
  sections: readonly SectionName[],
): Statement {
  const since = ifModifiedSince === null ? null : BigInt(ifModifiedSince);
  const [firstText = sql`null`, ...otherTexts] = sections.map(sectionText);
  const texts = otherTexts.reduce((list, text) => sql`${list}, ${text}`, firstText);
  return sql`tag as materialized (
    select
      h.version || '-' || left(
        md5(concat_ws(
          E'\n',
          ${text(representation)},
          h.document::text,
          ${texts}
        )),
        16
      ) as etag,
      extract(epoch from date_trunc('second', h.changed_at))::bigint as last_modified,
      -- Another change can follow within the same second, and HTTP dates have no fractions.
      h.changed_at < date_trunc('second', clock_timestamp()) as is_last_modified_final
    from header h
  ),
  freshness as materialized (
    select
      t.etag,
      t.last_modified,
      t.is_last_modified_final,
      t.etag = any (${textArray(ifNoneMatch)})
        or '*' = any (${textArray(ifNoneMatch)})
        or (t.is_last_modified_final and coalesce(t.last_modified <= ${bigint(since)}, false))
        as is_not_modified
    from tag t
  )`;
}

/** An expression: all rows of a section as one text. */
function sectionText(name: SectionName): Statement {
  return sql`(
            select string_agg(${rawSql(`'${name} '`)} || r.text, E'\n' order by r.position)
            from ${rawSql(name)}_row r
          )`;
}
