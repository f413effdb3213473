import type { LandingPage } from '../ogc/landing-page.ts';
import type { InstanceDescription } from '../../model/instance-description.ts';
import { jsonType, licenceLinks, ogcUri } from '../ogc/link.ts';

/**
 * Creates the landing page of the service.
 * @param baseUrl without a slash at the end
 */
export function serviceLandingPage(baseUrl: string, instance: InstanceDescription): LandingPage {
  const link = (path: string, title: string, type = jsonType, rel = 'item') => ({
    href: `${baseUrl}${path}`,
    rel,
    type,
    title,
  });
  return {
    title: instance.title,
    description:
      instance.description ??
      'An HTTP API for heritage records. Your permissions decide what each link shows.',
    links: [
      link('/', 'This page', jsonType, 'self'),
      link('/', 'This page as a web page', 'text/html', 'alternate'),
      link('/openapi.json', 'Every operation, described with OpenAPI', jsonType, 'service-desc'),
      link('/docs', 'Every operation, for people', 'text/html', 'service-doc'),
      link('/resources/', 'Resource instances'),
      link('/graphs', 'Resource models'),
      link('/rdm/concepts', 'Thesauri and collections of concepts'),
      link('/geojson', 'Geometries of resource instances', 'application/geo+json'),
      { href: ogcUri(baseUrl), rel: 'item', type: jsonType, title: 'OGC API - Features' },
      link('/map', 'A map of all records, for people', 'text/html'),
      link('/history/', 'The activity stream', 'application/activity+json'),
      link('/exports', 'Files with all features'),
      link('/o/applications/', 'Applications, for administrators', 'text/html'),
      ...licenceLinks(instance),
    ],
  };
}
