import type { SchemathesisFailure } from './report.ts';

/** A finding of schemathesis that is right as it is. docs/openapi.md has the reasons for readers. */
export type AcceptedDifference = {
  readonly check: string;
  /** Such as `GET /resources`; all operations when left out. */
  readonly operation?: RegExp;
  /** The message of the check or the answer. */
  readonly message: RegExp;
  readonly reason: string;
};

const rejected = 'positive_data_acceptance';
const accepted = 'negative_data_rejection';

/** Every run finds each of them. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    check: rejected,
    message: /is not a cursor that this service gave out/,
    reason: 'A schema cannot describe the cursors that the service has issued.',
  },
  {
    check: rejected,
    message:
      /There is no node with the id|there is no card|is neither the id nor the slug of a graph|is not the id of a co|is not a property of these features|the path names|there is no (group|account) /,
    reason: 'A schema cannot require that a named object exists, or that path and body agree.',
  },
  {
    check: rejected,
    operation: /\/items$|\/geojson$|\/mobileprojects/,
    message: /datetime: must be a time|bbox: |bounds: must be an area/,
    reason: 'A schema cannot describe valid time intervals, areas and boxes.',
  },
  {
    check: rejected,
    operation: /^(GET|POST) \/geojson$/,
    message: /feature: must be sent together with tileid/,
    reason: 'OpenAPI cannot express that one parameter requires another.',
  },
  {
    check: rejected,
    operation: /^POST \/geojson$/,
    message: /must be sent once/,
    reason: 'OpenAPI cannot express that a parameter is either in the query or in the body.',
  },
  {
    check: rejected,
    operation: /^POST \/o\//,
    message: /Send each parameter once/,
    reason: 'OAuth forbids repeated parameters, including unknown ones (RFC 6749, section 3.2).',
  },
  {
    check: rejected,
    operation: /^POST \/api\/node_value$|^(POST|PUT) \/api\/spatialviews/,
    message: /nodeid must be a UUID|operation must be create/,
    reason: 'Form fields are texts; the description explains their content in words.',
  },
  {
    check: rejected,
    operation: /^POST \/api\/tiles/,
    message: /The body is not JSON|The request has no body|The tile: Invalid input/,
    reason: 'The form field “data” is a tile as JSON text, which a schema cannot describe.',
  },
  {
    check: rejected,
    operation: /^(POST|PUT) \/resources/,
    message: /No context gives|unreadable_document|A new resource instance needs a model/,
    reason:
      'Whether a JSON-LD document is valid depends on its context and model, not on its form.',
  },
  {
    check: accepted,
    operation: /^(GET|POST) \/geojson$|^GET \/graphs\//,
    message:
      /parameters? [^\n]*`(use_uuid_names|include_primary_name|use_display_values|include_geojson_link|rfc7946|exclude)`/,
    reason:
      'Query values are texts: a flag of /geojson is on with any value (specification), and exclude takes any names.',
  },
  {
    check: accepted,
    operation: /\/items$/,
    message: /parameter `limit` in query - (limit: Value greater than |violates `)maximum/,
    reason:
      'A limit above the maximum counts as the maximum (OGC API Features part 1, section 7.15.2).',
  },
  {
    check: accepted,
    operation: /^(GET|POST) \/o\//,
    message: /./,
    reason: 'A page redirects a browser without a session to the sign-in, whatever the request.',
  },
  {
    check: accepted,
    operation: /^GET \/resource\/\{/,
    message: /parameter `resource_instance_id` in path/,
    reason: 'Every id redirects to its resource instance; that address reports unknown ids.',
  },
  {
    check: 'unsupported_method',
    operation: / \/api\/spatialviews/,
    message: /Name the spatial view|POST makes a new spatial view/,
    reason:
      'A method of the other path of spatial views is a 400 that names that path, as existing clients expect.',
  },
];

/** The accepted difference that explains a failure; undefined where we must fix it. */
export function findAcceptedDifference(found: SchemathesisFailure): AcceptedDifference | undefined {
  return acceptedDifferences.find(
    ({ check, operation, message: says }) =>
      check === found.check &&
      operation?.test(found.operation) !== false &&
      says.test(`${found.message}\n${found.answer}`),
  );
}
