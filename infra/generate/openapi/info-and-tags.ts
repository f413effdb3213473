import project from '../../../package.json' with { type: 'json' };
import type { OpenApiVersion } from './json-schema.ts';

const description = `An HTTP API for heritage records: resource instances made of tiles, a thesaurus, an activity stream, and GeoJSON.

**Parameters.** Send a parameter in the query or in a header. The name of the header is \`X-SERVICE-\` and the name of the parameter in capitals, with hyphens instead of underscores: \`X-SERVICE-FORMAT: json-ld\` is the same as \`?format=json-ld\`. If both are sent, the query takes precedence. Existing clients can use \`X-ARCHES-\` instead of \`X-SERVICE-\`. Names in the query are case-sensitive. Sending a parameter twice is an error. Separate the items of a list by commas; the form \`name[]=\` is an error. Unknown parameters are ignored, except below \`/ogc\`.

**Paths** can have a slash at the end. Every path with GET also has HEAD, and every path has OPTIONS. The response to any other method is a 405 with \`Allow\`.

**Permissions.** A caller without a token is a member of the group Guest. Data that a caller may not see looks as if it did not exist.

**Errors** are problem documents (RFC 9457) with a stable \`code\`. Where OAuth or Arches requires a different error format, the description of the operation says so. All errors in a request are listed at once.

**Every response** has \`X-Request-Id\`. Scripts from other origins can read every response (CORS), except pages under \`/o/\` and pages for a user who is signed in with a browser.`;

/** The OpenAPI info object. */
export function createInfoObject(version: OpenApiVersion): Readonly<Record<string, unknown>> {
  const license = { name: 'Apache License 2.0' };
  return {
    title: 'Heritage Data Service',
    version: project.version,
    description,
    license:
      version === '3.0'
        ? { ...license, url: 'https://www.apache.org/licenses/LICENSE-2.0' }
        : { ...license, identifier: 'Apache-2.0' },
  };
}

/** The description of each tag. A tag is the name of a folder of `functions`. */
const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Tokens and profiles for clients of Arches.',
  concepts: 'The thesaurus: concepts, their schemes and collections.',
  exports: 'Files with features, written on a schedule.',
  files: 'The files that resource instances name.',
  'former-search': 'The search addresses of Arches, for its clients.',
  geojson: 'Geometries of resource instances.',
  graphs: 'Resource models.',
  history: 'The activity stream: what was created, updated and deleted.',
  iiif: 'Pictures of resource instances for viewers (IIIF).',
  'map-tiles': 'Vector tiles for clients of Arches.',
  'mobile-projects': 'Projects in which people collect data in the field.',
  nodes: 'Nodes of resource models, and their values.',
  oauth: 'Access tokens, and the pages where administrators register applications.',
  ogc: 'OGC API - Features and Tiles: spatial views as collections, and vector tiles.',
  resources: 'Resource instances.',
  service: 'Health, version and description of the service.',
  'spatial-views':
    'Geometries with chosen attributes, as database views and as OGC API collections.',
  tiles: 'Tiles of resource instances.',
  users: 'Accounts.',
};

/** Creates the tag objects of an OpenAPI document, sorted by name. @throws Error if a tag has no description */
export function createTagObjects(
  names: Iterable<string>,
): readonly Readonly<Record<string, string>>[] {
  return [...names].toSorted().map((name) => {
    const text = Object.hasOwn(tagDescriptions, name) ? tagDescriptions[name] : undefined;
    if (text === undefined) {
      throw new Error(`Describe the tag ${name} in infra/generate/openapi/info-and-tags.ts.`);
    }
    return { name, description: text };
  });
}
