import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { firstPictureSection, type FirstPicture } from '../files/first-pictures.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

/** What the page of a search shows beside its fields. */
export type ListedRecords = {
  readonly resources: readonly ListedResource[];
  /** The resource models that the caller may know, by id. */
  readonly models: readonly ListedModel[];
  readonly pictures: readonly FirstPicture[];
  readonly pageReader: PageReader | undefined;
};

/** Finds the names of those of some resource instances that the caller may see, in the order of their ids, and the models to choose from. */
export function findListedRecords(
  caller: Caller,
  ids: readonly string[],
): DocumentQuery<ListedRecords> {
  return documentQuery(
    {
      withClause: sql`with listed_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from visible_among(${int(caller)}, ${uuidArray(ids)}) v
    join resource r on r.resource_id = v.resource_id
  ),
  ${listedNameTables(caller, sql`listed_resource`)},
  ${readableModelTable(caller)}`,
      sections: {
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
        picture: firstPictureSection(caller, sql`select l.resource_id from listed_resource l`),
      },
    },
    (section) => ({
      resources: section('resource'),
      models: section('model'),
      pictures: section('picture'),
      pageReader: section('pageReader'),
    }),
  );
}
