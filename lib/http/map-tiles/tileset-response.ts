import { ogcResponse } from '../ogc/ogc-response.ts';
import type { HttpResponse } from '../responses/response.ts';
import { formatCollectionId } from '../../model/ogc/collection-id.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import type { OgcCollection } from '../../queries/ogc/collections.ts';
import { collectionUri, ogcUri } from '../../serializers/ogc/link.ts';
import {
  nameModelLayer,
  tileJsonDocument,
  tilesetDocument,
  type TilesetLayer,
  type Tileset,
} from '../../serializers/ogc/tileset.ts';

/** The tileset of all that a caller may see. */
export function completeTileset(baseUrl: string, extent: Tileset['extent'] = null): Tileset {
  return { title: 'All records', tilesUri: `${ogcUri(baseUrl)}/tiles`, baseUrl, extent };
}

/** The layers of `completeTileset`: one for each model. */
export function modelLayers(
  models: readonly ListedModel[],
  languages: readonly string[],
): readonly TilesetLayer[] {
  return models.map((model) => ({
    id: nameModelLayer(model),
    title: pickText(model.name, languages) ?? model.graphId,
    columns: [],
  }));
}

/** The tileset of a collection. */
export function collectionTileset({ slug, kind, extent }: OgcCollection, baseUrl: string): Tileset {
  const id = formatCollectionId(slug, kind);
  return { title: id, tilesUri: `${collectionUri(baseUrl, id)}/tiles`, baseUrl, extent };
}

/** Responds with a tileset, as its metadata or as TileJSON. */
export function tilesetResponse(
  tileset: Tileset,
  layers: readonly TilesetLayer[],
  request: {
    readonly format: 'json' | 'tilejson';
    readonly mediaType: string;
    readonly parameters: { readonly indent?: number | undefined };
  },
): HttpResponse {
  const { mediaType, parameters } = request;
  if (request.format === 'tilejson') {
    const text = JSON.stringify(tileJsonDocument(tileset, layers));
    return ogcResponse(mediaType, text, [], parameters.indent);
  }
  const document = tilesetDocument(tileset, layers);
  const links = document.links.filter((link) => !('templated' in link));
  return ogcResponse(mediaType, JSON.stringify(document), links, parameters.indent);
}
