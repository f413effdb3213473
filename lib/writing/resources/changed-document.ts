import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { listHiddenNodegroupIds } from '../../model/graphs/hidden-nodegroups.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';
import { buildResourceTree } from '../../model/resources/resource-tree.ts';
import { sortTiles } from '../../model/resources/tile-order.ts';
import { findResourceDocument } from '../../queries/resources/resource-document.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import { writeJsonLd } from '../../json-ld/write-json-ld.ts';
import { shapeBuilders } from '../../serializers/resources/shape-builders.ts';
import { writeServiceJson } from '../../serializers/resources/service-json.ts';
import { withUnknownOutcomeOnError } from '../errors.ts';
import type { ChangeResult } from './change-request.ts';

type ChangedDocumentOptions = {
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  readonly accountId: number;
  readonly shape: Shape;
  /** Whether hidden nodegroups are left out. */
  readonly omitsHiddenNodegroups: boolean;
  /** The languages of names. */
  readonly languages: PreferredLanguages;
};

/**
 * Writes the document of a changed resource instance, as a reader with the same rights gets it. JSON-LD is written
 * from the data of the change. A model without an ontology has only service-json, which is read from the database.
 * @throws OutcomeUnknown if the database cannot be read
 */
export async function writeChangedDocument(
  changed: ChangeResult,
  dataApi: DataApi,
  options: ChangedDocumentOptions,
): Promise<string> {
  const { graph, resourceId, references } = changed;
  if (!graph.hasOntology)
    return withUnknownOutcomeOnError(() => readServiceJson(changed, dataApi, options));
  const root = buildResourceTree(
    graph,
    sortTiles(selectVisibleTiles(changed, options), graph.nodegroups),
  );
  const { lookup: referenced } = references;
  const { baseUrl, language } = options;
  const content = { baseUrl, language, graph, resourceId, root, referenced };
  return writeJsonLd(shapeBuilders[options.shape](content));
}

function selectVisibleTiles(
  { tiles, graph }: ChangeResult,
  { omitsHiddenNodegroups }: ChangedDocumentOptions,
): ChangeResult['tiles'] {
  if (!omitsHiddenNodegroups) return tiles;
  const hiddenNodegroupIds = listHiddenNodegroupIds(graph);
  return tiles.filter(({ nodegroupId }) => !hiddenNodegroupIds.has(nodegroupId));
}

async function readServiceJson(
  { resourceId }: ChangeResult,
  dataApi: DataApi,
  { accountId, languages, omitsHiddenNodegroups }: ChangedDocumentOptions,
): Promise<string> {
  const stored = await runQuery(
    dataApi.read,
    findResourceDocument(accountId, resourceId, {
      omitsHidden: omitsHiddenNodegroups,
      detail: 'tiles',
      includesNames: true,
      representation: '',
      cachedPublications: [],
      ifNoneMatch: [],
      ifModifiedSince: null,
    }),
  );
  return stored.header === undefined
    ? ''
    : writeServiceJson(stored.header, stored.tiles, languages);
}
