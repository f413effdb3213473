import project from '../../../package.json' with { type: 'json' };
import type { OpenApiVersion } from './json-schema.ts';

const description = `An HTTP API for heritage records: resource instances made of tiles, a thesaurus, an activity stream, and GeoJSON.

**Parameters.** A parameter comes in the query, or in a header \`X-SERVICE-\` and its name in capitals, with hyphens for underscores: \`X-SERVICE-FORMAT: json-ld\` is \`?format=json-ld\`. The query wins where both are there. Existing clients may write \`X-ARCHES-\` for \`X-SERVICE-\`. Names are case-sensitive. A parameter that is sent twice is an error, as is a list that is written \`name[]=\`: its items stand between commas. One that an operation does not know is ignored, but not below \`/ogc\`.

**Paths** may have a slash at the end. HEAD is answered wherever GET is, OPTIONS everywhere; a method that a path does not have is a 405 with \`Allow\`.

**Who may see what.** A caller without a token is a member of the group Guest. What a caller may not see is answered as what is not there.

**Errors** are problem documents (RFC 9457) with a stable \`code\`; where OAuth or the specification has another form for them, the operation says so. Errors in what was sent are listed all at once.

**Every answer** has \`X-Request-Id\`. Scripts of other origins may read every answer but the pages under \`/o/\`.`;

/** The OpenAPI info object. */
export function infoObject(version: OpenApiVersion): Readonly<Record<string, unknown>> {
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

/** A description of each subject, by the folders of `functions`. */
const subjects: Readonly<Record<string, string>> = {
  auth: 'Tokens and profiles, as clients of Arches ask for them.',
  concepts: 'The thesaurus: concepts, their schemes and collections.',
  exports: 'Files that hold all features, made by a schedule.',
  geojson: 'Geometries of resource instances.',
  graphs: 'Resource models.',
  history: 'The activity stream: what was created, updated and deleted.',
  'mobile-projects': 'Projects in which people collect data in the field.',
  nodes: 'Nodes of resource models, and their values.',
  oauth: 'Access tokens, and the pages where administrators register applications.',
  ogc: 'OGC API - Features: spatial views as collections.',
  resources: 'Resource instances.',
  service: 'The service itself.',
  'spatial-views':
    'Geometries with chosen attributes, as views of the database and as collections.',
  tiles: 'Tiles of resource instances.',
  users: 'Accounts.',
};

/** The tags of a document, sorted. @throws Error if a subject has no description */
export function tagObjects(used: Iterable<string>): readonly Readonly<Record<string, string>>[] {
  return [...used].toSorted().map((name) => {
    const text = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
    if (text === undefined) {
      throw new Error(`Describe the subject ${name} in infra/generate/openapi/texts.ts.`);
    }
    return { name, description: text };
  });
}
