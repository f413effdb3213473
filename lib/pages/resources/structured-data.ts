import type { InstanceDescription } from '../../model/instance-description.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';

/** The resource instance that a page describes to search engines. */
export type DescribedResource = {
  readonly resourceId: string;
  /** The URI of the resource instance. */
  readonly uri: string;
  /** The URI of its model. */
  readonly modelUri: string;
  /** Its type in schema.org. */
  readonly schemaType: string;
  readonly name: string | null;
  readonly description: string | null;
};

/**
 * Describes a resource instance for search engines.
 * Source: schema.org, Thing and Place.
 */
export function createStructuredData(
  page: DescribedResource,
  geometries: readonly unknown[],
  { licence }: Pick<InstanceDescription, 'licence'>,
): Readonly<Record<string, unknown>> {
  const point = geometries.find((geometry) => isObject(geometry) && geometry['type'] === 'Point');
  const coordinates = isObject(point) ? point['coordinates'] : undefined;
  const [longitude, latitude]: readonly unknown[] = Array.isArray(coordinates) ? coordinates : [];
  return {
    '@context': 'https://schema.org',
    '@type': page.schemaType,
    '@id': page.uri,
    url: page.uri,
    identifier: page.resourceId,
    ...(licence === undefined ? {} : { license: licence }),
    additionalType: page.modelUri,
    ...(page.name === null ? {} : { name: page.name }),
    ...(page.description === null ? {} : { description: page.description }),
    ...(latitude === undefined ? {} : { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
  };
}
