import { NotFound } from '../../errors.ts';
import { filesOfTiles } from '../../model/files/files-of-tiles.ts';
import { parseTiles } from '../../queries/resources/parse-tiles.ts';
import type {
  ResourceDocument,
  ResourceHeader,
} from '../../queries/resources/resource-document.ts';
import { presentationContext } from '../../serializers/iiif/manifest-uri.ts';
import { toManifest } from '../../serializers/iiif/manifest.ts';
import { descriptorTexts } from '../../serializers/resources/service-json.ts';
import type { Settings } from '../../settings.ts';
import type { HttpResponse } from '../responses/response.ts';
import { iiifResponse } from './iiif-response.ts';

const noPicturesMessage = 'This resource instance has no pictures that you may read.';

/**
 * Makes the response with the pictures of a resource instance as a manifest.
 * @param resource a document that was read with the detail `page`
 * @throws NotFound without a picture: a manifest has at least one canvas
 */
export function manifestResponse(
  resource: ResourceDocument,
  header: ResourceHeader,
  mediaType: string,
  settings: Pick<Settings, 'baseUrl' | 'instance'>,
): HttpResponse {
  const sizes = new Map(
    resource.files.flatMap(({ fileId, derivatives }) =>
      derivatives === null ? [] : [[fileId, derivatives] as const],
    ),
  );
  const pictures = filesOfTiles(parseTiles(resource), sizes).map(({ file, known }) => ({
    file,
    sizes: known,
  }));
  if (pictures.length === 0) throw new NotFound(noPicturesMessage);
  const manifest = toManifest(
    {
      resourceId: header.resourceId,
      names: descriptorTexts(header.descriptors, 'name'),
      descriptions: descriptorTexts(header.descriptors, 'description'),
      pictures,
    },
    settings,
  );
  return iiifResponse(manifest, mediaType, presentationContext);
}
