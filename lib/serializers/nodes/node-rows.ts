import * as z from 'zod';

import { parseLossless } from '../../json/lossless-json.ts';
import { pickText } from '../../model/text.ts';
import { completed, nodeColumns } from '../graphs/columns.ts';
import { namesAnyOf, withoutHidden } from '../graphs/without-hidden.ts';

const head = z.object({ may_read_anything: z.boolean(), hidden_ids: z.array(z.string()) });

const node = z.looseObject({
  resourcemodelname: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
});

/** What the statement for nodes gives. */
export type NodeRows = {
  readonly mayReadAnything: boolean;
  /** Each a row as existing clients know it. */
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
};

/**
 * Reads the parts that the statement for nodes gives. Configurations lose what they say of what the caller may not read; the name
 * of the model is one text.
 * @param languages tags, most wanted first; end with the project's default language
 * @throws ZodError where the parts are not of that shape
 */
export function readNodeRows(parts: readonly string[], languages: readonly string[]): NodeRows {
  const [first = 'null', ...rows] = parts;
  const { may_read_anything: mayReadAnything, hidden_ids: hidden } = head.parse(JSON.parse(first));
  const namesHidden = namesAnyOf(new Set(hidden));
  const nodes = rows.map((row) => {
    const { resourcemodelname, ...columns } = node.parse(parseLossless(row));
    return {
      ...completed(withoutHidden(columns, namesHidden), nodeColumns, languages.at(-1) ?? ''),
      resourcemodelname: pickText(resourcemodelname, languages),
    };
  });
  return { mayReadAnything, nodes };
}
