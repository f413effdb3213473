import type { LandingPage } from '../ogc/landing-page.ts';
import { jsonType, ogcUri } from '../ogc/link.ts';

/**
 * Creates the landing page of the service.
 * @param baseUrl without a slash at the end
 */
export function serviceLandingPage(baseUrl: string): LandingPage {
  const to = (path: string, title: string, type = jsonType, rel = 'item') => ({
    href: `${baseUrl}${path}`,
    rel,
    type,
    title,
  });
  return {
    title: 'Heritage Data Service',
    description:
      'An HTTP API for heritage records. What you may read decides what each link shows.',
    links: [
      to('/', 'This page', jsonType, 'self'),
      to('/', 'This page for people', 'text/html', 'alternate'),
      to('/openapi.json', 'Every operation, described with OpenAPI', jsonType, 'service-desc'),
      to('/resources/', 'Resource instances'),
      to('/graphs', 'Resource models'),
      to('/rdm/concepts', 'Thesauri and collections of concepts'),
      to('/geojson', 'Geometries of resource instances', 'application/geo+json'),
      { href: ogcUri(baseUrl), rel: 'item', type: jsonType, title: 'OGC API - Features' },
      to('/history/', 'The activity stream', 'application/activity+json'),
      to('/exports', 'Files with all features'),
      to('/o/applications/', 'Applications, for administrators', 'text/html'),
    ],
  };
}
