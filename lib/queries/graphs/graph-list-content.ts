import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { listedModelMembers, listedModelSchema } from './listed-model.ts';
import { readableModelTable } from './readable-models.ts';

const describedModelSchema = listedModelSchema
  .unwrap()
  .extend({ description: listedModelSchema.unwrap().shape.name.nullable().catch(null) })
  .readonly();

export type GraphListContent = {
  /** The resource models that the caller may know, by id. */
  readonly models: readonly z.output<typeof describedModelSchema>[];
  readonly pageReader: PageReader | undefined;
};

/** Finds the content of the page that lists the resource models. */
export function findGraphListContent(caller: Caller): DocumentQuery<GraphListContent> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${readableModelTable(caller)}`,
      sections: {
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listSection(
          describedModelSchema,
          sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers}, 'description', g.source -> 'description')::text
    from readable_model m
    join graph g on g.graph_id = m.graph_id`,
        ),
      },
    },
    (section) => ({ models: section('model'), pageReader: section('pageReader') }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [findGraphListContent(caller)],
};
