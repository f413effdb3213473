import { statedMembers } from '../../../../lib/serializers/resources/stated-members.ts';
import * as z from 'zod';

import { readPages } from '../../../../lib/data-api/read-pages.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import { findGraph, listReadableGraphs } from '../../../../lib/queries/graphs/graphs.ts';
import {
  listResourceDocuments,
  type ListedResource,
} from '../../../../lib/queries/resources/list-resource-documents.ts';
import {
  listResources,
  type ListPageRequest,
  type ResourcePage,
} from '../../../../lib/queries/resources/list-resources.ts';
import { graphFileDocument } from '../../../../lib/serializers/graphs/graph-file.ts';
import { mayReadThesaurus, pageReadableRelations } from '../queries/readable-parts.ts';
import { beginCountingStep } from '../../progress.ts';
import { addFile, type PackageExport } from './package-export.ts';
import { writeRelationsFile } from './relations-file.ts';
import { businessDataFrame } from './standard-files.ts';
import { writeThesaurus } from './write-models.ts';

/**
 * Writes what a caller may read: resource models, thesaurus, resource instances and relations, as the API shows them
 * to the caller.
 */
export async function writeReadableFiles(
  packageExport: PackageExport,
  caller: Caller,
): Promise<void> {
  await writeReadableGraphs(packageExport, caller);
  if (await runQuery(packageExport.snapshot.read, mayReadThesaurus(caller), 1))
    await writeThesaurus(packageExport);
  await writeReadableRecords(packageExport, caller);
  await writeRelationsFile(packageExport, pageReadableRelations(caller));
}

const listedGraphSchema = z.object({ graphid: z.string() });

async function writeReadableGraphs(packageExport: PackageExport, caller: Caller): Promise<void> {
  const { snapshot, language } = packageExport;
  const graphTexts = await runQuery(snapshot.read, listReadableGraphs(caller), 1);
  for (const { graphid } of graphTexts.map((text) => listedGraphSchema.parse(JSON.parse(text)))) {
    const { graph } = await runQuery(snapshot.read, findGraph(caller, graphid), 1);
    if (graph === undefined) continue;
    const file = graphFileDocument(graph, { exclude: [], language });
    await addFile(packageExport, 'graphs', `graphs/resource_models/${graph.slug ?? graphid}.json`, {
      parts: [`${JSON.stringify(file)}\n`],
      count: () => 1,
    });
  }
}

async function writeReadableRecords(packageExport: PackageExport, caller: Caller): Promise<void> {
  const { begin, separator, end } = businessDataFrame;
  const step = beginCountingStep(packageExport.progress, 'Resource instances');
  let records = 0;
  async function* streamParts(): AsyncGenerator<string> {
    yield begin;
    for await (const resources of readReadableRecords(packageExport, caller)) {
      yield (
        (records === 0 ? '' : separator) +
          resources.map(formatRecord(packageExport)).join(separator)
      );
      step.advanceTo((records += resources.length));
    }
    yield end;
  }
  await addFile(packageExport, 'records', 'business_data/all.json', {
    parts: streamParts(),
    count: () => records,
  });
  step.done(`${records} written`);
}

const resourcesPerBatch = 200;

async function* readReadableRecords(
  { snapshot }: PackageExport,
  caller: Caller,
): AsyncGenerator<readonly ListedResource[]> {
  for (let lastId: ResourceId | null = null; ;) {
    const position: ListPageRequest =
      lastId === null ? { kind: 'page', page: 1 } : { kind: 'cursor', after: lastId };
    const page: ResourcePage = await runQuery(
      snapshot.read,
      listResources(caller, undefined, position, resourcesPerBatch),
    );
    const ids = page.ids.slice(0, resourcesPerBatch);
    const query = listResourceDocuments(caller, ids);
    for await (const items of readPages(snapshot, query, 1)) yield query.parse(items);
    const lastIdOfPage = ids.at(-1);
    if (lastIdOfPage === undefined || page.ids.length <= resourcesPerBatch) return;
    lastId = parseResourceId(lastIdOfPage);
  }
}

const formatRecord =
  ({ language }: PackageExport) =>
  ({ header, tiles }: ListedResource): string => {
    const resourceinstance = {
      resourceinstanceid: header.resourceId,
      graph_id: header.graphId,
      graph_publication_id: header.publicationId,
      publication_id: header.publicationId,
      legacyid: header.legacyId,
      name: header.descriptors[language]?.['name'] ?? '',
      descriptors: header.descriptors,
      principaluser_id: header.principalUserId ?? null,
      ...statedMembers(header),
    };
    // The tiles are not parsed, so that numbers keep every digit.
    return `{"resourceinstance": ${JSON.stringify(resourceinstance)}, "tiles": ${tiles}}`;
  };
