import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { ValuePart, ValueTest } from '../../model/questions/question.ts';

/** A part of a value, as an expression of type jsonb. A language is compared without its region. */
export function partOfValue(value: Statement, part: ValuePart): Statement {
  if (part.kind === 'address') return sql`(${value} -> 'url')`;
  return sql`case jsonb_typeof(${value})
        when 'string' then ${value}
        when 'object' then (
          select jsonb_object_agg(e.key, e.value)
          from jsonb_each(${value}) e
          where lower(split_part(e.key, '-', 1)) = lower(split_part(${text(part.language)}, '-', 1))
        )
      end`;
}

/** The condition that a value has a geometry of a type. */
export function geometryTypeCondition(value: Statement, type: string): Statement {
  return sql`jsonb_path_exists(${value}, 'lax $.features[*].geometry.type ? (@ == $type)', jsonb_build_object('type', ${text(type)}))`;
}

/** The condition that a value has a file of a size. */
export function fileSizeCondition(
  value: Statement,
  { comparison, bytes }: ValueTest & { kind: 'file size' },
): Statement {
  const path =
    comparison === '>='
      ? sql`'lax $[*].size ? (@ >= $bytes)'`
      : sql`'lax $[*].size ? (@ <= $bytes)'`;
  return sql`jsonb_path_exists(${value}, ${path}, jsonb_build_object('bytes', ${text(String(bytes))}::numeric))`;
}
