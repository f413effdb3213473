import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { joinTables, rawSql, sql, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { readableNodegroupTable } from './readable-records.ts';
import {
  candidateResourceTable,
  conceptTables,
  headerTable,
  includedTileTable,
  nodegroupsQuery,
  readableTileTable,
  referencedResourceTables,
  requestedResourceTable,
  tileRowTable,
  visibleIdTable,
  visibleResourceTable,
  type DocumentDetail,
  type DocumentParts,
} from './resource-document-tables.ts';
import { fileRowTable, heldFileSchema, type HeldFile } from './file-rows.ts';
import { relatedTable, relationRowTable } from './related-records.ts';
import { relationSchema, type ListedRelation } from './relation-rows.ts';
import { entityTagTables, type EntityTagOptions, type SectionName } from './entity-tag.ts';
import { statedPartsShape } from './stated-parts.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type ResourceDocumentOptions = EntityTagOptions &
  Pick<DocumentParts, 'detail' | 'omitsHidden' | 'includesNames'> & {
    /** The publications whose compiled graphs are cached. */
    readonly cachedPublications: readonly string[];
  };

const headerSchema = z
  .object({
    graphId: z.string(),
    resourceId: z.string(),
    legacyId: z.string().nullable(),
    publicationId: z.string(),
    /** By language, then by kind: name, description, map_popup. Empty unless names are included. */
    descriptors: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    /** Whether the caller may read the history; only for an HTML page. */
    mayReadHistory: z.boolean().default(false),
    /** The last change that the caller may see, in UTC; only for an HTML page. */
    changedAt: z.string().optional(),
    ...statedPartsShape,
    /** Without quotes. */
    etag: z.string(),
    /** The last change, in seconds since 1970. */
    lastModified: z.number(),
    /** Whether the second of the last change is over, so that no other change can have the same time. */
    isLastModifiedFinal: z.number().transform((value) => value === 1),
    /** Whether the caller has the current representation (304). Then nothing else is read. */
    isNotModified: z.boolean(),
  })
  .readonly();

/** A concept to which values refer, by one of its values. */
export const referencedConceptSchema = z
  .object({
    valueId: z.string(),
    conceptId: z.string(),
    text: z.string().default(''),
    language: z.string().nullable().default(null),
    labels: z.record(z.string(), z.string()).default({}),
    identifiers: z.array(z.string()).default([]),
  })
  .readonly();

/** A visible resource instance to which values refer. */
export const referencedResourceSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    rootClass: z.string().nullable().default(null),
    names: z.record(z.string(), z.string()),
  })
  .readonly();

/** A resource instance without its tiles. */
export type ResourceHeader = z.infer<typeof headerSchema>;

export type ResourceDocument = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** Undefined if the resource instance does not exist or is not visible. */
  readonly header: ResourceHeader | undefined;
  /** The JSON string of each tile record, in the stable order: depth, position in the model, sort order, id. */
  readonly tiles: readonly string[];
  /** The concepts to which values refer. */
  readonly concepts: readonly z.infer<typeof referencedConceptSchema>[];
  /** The visible resource instances to which values refer. */
  readonly resources: readonly z.infer<typeof referencedResourceSchema>[];
  /** The JSON string of the compiled graph, unless it is cached. */
  readonly graph: string | undefined;
  /** The visible relations of this one beside its values, see `relatedTable`; only for an HTML page. */
  readonly relations: readonly ListedRelation[];
  /** The files in its values whose bytes are stored; only for an HTML page. */
  readonly files: readonly HeldFile[];
  /** Only for an HTML page. */
  readonly pageReader: PageReader | undefined;
};

/**
 * Finds one resource instance. A tile record has the id of its parent if that is readable, even if it is hidden. The entity tag has the version
 * and a hash of everything in the representation. If the caller has the current representation, only the header is returned.
 * @rule Resource instances: Which tiles, labels and names make a document?
 */
export function findResourceDocument(
  caller: Caller,
  resourceId: ResourceId,
  options: ResourceDocumentOptions,
): DocumentQuery<ResourceDocument> {
  const { detail } = options;
  const hasReferencedNames = detail === 'names' || detail === 'page';
  const isPage = detail === 'page';
  const parts = { ...options, hasReferencedNames, isPage };
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${joinTables(
        [
          requestedResourceTable(resourceId, parts),
          isPage ? relatedTable(caller, resourceId) : undefined,
          hasReferencedNames ? candidateResourceTable(resourceId, parts) : undefined,
          visibleIdTable(caller, resourceId, parts),
          readableNodegroupTable(caller, nodegroupsQuery(resourceId, parts)),
          visibleResourceTable(caller),
          readableTileTable(caller),
          includedTileTable(parts),
          detail === 'tiles' ? undefined : conceptTables(detail),
          isPage ? relationRowTable : undefined,
          isPage ? fileRowTable : undefined,
          hasReferencedNames ? referencedResourceTables(caller, parts) : undefined,
          headerTable(caller, parts),
          tileRowTable(caller),
          entityTagTables(options, sectionsOfEntityTag(detail)),
        ],
        '  ',
      )}`,
      sections: {
        access: requiredSection(
          z.boolean(),
          sql`select (${mayReadSomethingCondition(caller, sql`exists (select from visible_resource)`)})::text`,
        ),
        header: optionalSection(
          headerSchema,
          // This row must have the same length in every call, because a document whose size changes is read again.
          sql`select (
        h.document || jsonb_build_object(
          'etag', f.etag,
          'lastModified', f.last_modified,
          'isLastModifiedFinal', f.is_last_modified_final::int,
          'isNotModified', f.is_not_modified
        )
      )::text
    from header h
    cross join freshness f`,
        ),
        tile: listSection(asText, rowsIfModified('tile')),
        concept: listSection(
          referencedConceptSchema,
          detail === 'tiles' ? undefined : rowsIfModified('concept'),
        ),
        resource: listSection(
          referencedResourceSchema,
          hasReferencedNames ? rowsIfModified('resource') : undefined,
        ),
        graph: optionalSection(
          asText,
          detail === 'tiles' ? undefined : graphUnlessCached(options.cachedPublications),
        ),
        relation: listSection(relationSchema, isPage ? rowsIfModified('relation') : undefined),
        file: listSection(heldFileSchema, isPage ? rowsIfModified('file') : undefined),
        pageReader: optionalSection(pageReaderSchema, isPage ? pageReaderQuery(caller) : undefined),
      },
      version: sql`select concat(
    (select r.version from resource r where r.resource_id = ${uuid(resourceId)}),
    (select max(c.changed_at) from last_change c)
  )`,
    },
    (section) => ({
      mayReadSomething: section('access'),
      header: section('header'),
      tiles: section('tile'),
      concepts: section('concept'),
      resources: section('resource'),
      graph: section('graph'),
      relations: section('relation'),
      files: section('file'),
      pageReader: section('pageReader'),
    }),
  );
}

/** The sections that the entity tag of a document depends on. */
function sectionsOfEntityTag(detail: DocumentDetail): readonly SectionName[] {
  const sections = {
    tiles: ['tile'],
    concepts: ['tile', 'concept'],
    names: ['tile', 'concept', 'resource'],
    page: ['tile', 'concept', 'resource', 'relation', 'file'],
  } as const;
  return sections[detail];
}

function rowsIfModified(name: SectionName): Statement {
  return sql`select r.position, r.text
    from ${rawSql(name)}_row r
    where not (select f.is_not_modified from freshness f)`;
}

function graphUnlessCached(cachedPublications: readonly string[]): Statement {
  return sql`select p.document
    from header h
    join publication p on p.publication_id = h.publication_id
    where not (select f.is_not_modified from freshness f)
      and h.publication_id <> all (${uuidArray(cachedPublications)})`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    (
      [
        { detail: 'tiles', includesNames: false },
        { detail: 'tiles', includesNames: true },
        { detail: 'concepts', includesNames: false },
        { detail: 'names', includesNames: true },
        { detail: 'page', includesNames: true },
      ] as const
    ).map((variant) =>
      findResourceDocument(caller, sample.resourceId, {
        ...variant,
        omitsHidden: false,
        representation: '',
        cachedPublications: [],
        ifNoneMatch: [],
        ifModifiedSince: null,
      }),
    ),
};
