import type { HttpResponse } from '../../http/responses/response.ts';
import { filesOfTiles } from '../../model/files/files-of-tiles.ts';
import { pickText } from '../../model/pick-language.ts';
import { graphUri, resourceUri } from '../../model/uris.ts';
import { getCompiledGraph } from '../../queries/graphs/graph-cache.ts';
import { parsePendingTileIds, parseTiles } from '../../queries/resources/parse-tiles.ts';
import type {
  ResourceDocument,
  ResourceHeader,
} from '../../queries/resources/resource-document.ts';
import { descriptorTexts } from '../../serializers/resources/service-json.ts';
import type { FileSettings } from '../../files/file-location.ts';
import type { HeldFile } from '../../queries/resources/file-rows.ts';
import type { Settings } from '../../settings.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { mapHeaders, type MapSettings } from '../map/map-element.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { signPictures } from './shown-pictures.ts';
import type { ShownFile } from './files-html.ts';
import { resourcePage } from './resource-page.ts';
import { createValueContext } from './value-context.ts';

/**
 * Creates the response with the page of a resource instance.
 * @param resource a document that was read with the detail `page`
 * @param languages those of the reader, preferred first, the default language last
 * @throws Error like `signPictures`
 */
export async function resourcePageResponse(
  resource: ResourceDocument,
  header: ResourceHeader,
  request: PageRequest,
  languages: readonly string[],
  settings: SiteSettings & MapSettings & Pick<Settings, 'schemaTypes'>,
): Promise<HttpResponse> {
  const { baseUrl, schemaTypes, mapStyle } = settings;
  const paths = createSite(settings, languages);
  const names = descriptorTexts(header.descriptors, 'name');
  const descriptions = descriptorTexts(header.descriptors, 'description');
  const files = await showFiles(resource.files, settings);
  const tiles = parseTiles(resource);
  const document = resourcePage(
    {
      resourceId: header.resourceId,
      uri: resourceUri(baseUrl, header.resourceId),
      modelUri: graphUri(baseUrl, header.graphId),
      schemaType: schemaTypes.get(header.graphId) ?? 'Thing',
      name: pickText(names, languages),
      names,
      description: pickText(descriptions, languages),
      descriptions,
      graph: getCompiledGraph(header.publicationId, resource.graph),
      tiles,
      pendingTileIds: parsePendingTileIds(resource),
      relations: resource.relations,
      state: pickText(header.stateName ?? null, languages),
      identifiers: header.identifiers ?? [],
      changedAt: header.changedAt,
      hasPictures: filesOfTiles(tiles, files).some(({ known }) => known.picture !== undefined),
      mayReadHistory: header.mayReadHistory,
      mapStyle,
      values: createValueContext(resource, languages, baseUrl, paths, files),
      reader: describeReader(request, resource.pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words, mapHeaders(settings));
}

/** The stored files of a record by id, with links of their thumbnails. */
async function showFiles(
  files: readonly HeldFile[],
  settings: FileSettings,
): Promise<ReadonlyMap<string, ShownFile>> {
  const thumbnails = new Map(
    files.flatMap(({ fileId, derivatives }) =>
      derivatives === null ? [] : [[fileId, derivatives.thumbnail] as const],
    ),
  );
  const { pictures } = await signPictures(thumbnails, settings);
  return new Map(
    files.map(({ fileId, byteCount }) => [fileId, { byteCount, picture: pictures.get(fileId) }]),
  );
}
