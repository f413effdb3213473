import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listedModelMembers, listedModelSchema } from '../graphs/listed-model.ts';
import {
  latestChangeSection,
  latestChangeTables,
  type LatestChange,
} from '../history/latest-changes.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { modelCountTables } from '../resources/model-counts.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

/** The number at which the counts of the landing page stop, so that its cost does not grow with the data. */
export const maxModelCount = 10_000;

const countedModelSchema = listedModelSchema.unwrap().extend({ count: z.number() }).readonly();

/** A resource model, and how many of its resource instances the caller may see, up to one more than `maxModelCount`. */
export type CountedModel = z.output<typeof countedModelSchema>;

export type LandingPageContent = {
  /** The models of which the caller may see something. */
  readonly models: readonly CountedModel[];
  /** The latest changes, only for callers who may read the history. */
  readonly changes: readonly LatestChange[];
  readonly pageReader: PageReader | undefined;
};

/** Finds the content of the landing page. */
export function findLandingPageContent(caller: Caller): DocumentQuery<LandingPageContent> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${modelCountTables(caller, maxModelCount + 1)},
  ${latestChangeTables(caller)}`,
      sections: {
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listSection(
          countedModelSchema,
          sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers}, 'count', c.count)::text
    from model_count c
    join graph g on g.graph_id = c.graph_id
    where c.count > 0`,
        ),
        change: latestChangeSection,
      },
    },
    (section) => ({
      models: section('model'),
      changes: section('change'),
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [findLandingPageContent(caller)],
};
