import type { SchemathesisFailure } from './report.ts';

/** A finding of schemathesis that needs no correction of the service. docs/openapi.md has the same list for readers. */
export type AcceptedDifference = {
  readonly check: string;
  /** A regular expression for operations such as `GET /resources`. If absent, the difference can be in any operation. */
  readonly operation?: RegExp;
  /** A regular expression for the message of the check or the answer. */
  readonly message: RegExp;
  readonly reason: string;
};

const validRequestRejected = 'positive_data_acceptance';
const invalidRequestAccepted = 'negative_data_rejection';

/** The accepted differences. Every run must find each of them. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    check: validRequestRejected,
    message: /is not a cursor from this service/,
    reason: 'A schema cannot describe the cursors that the service has issued.',
  },
  {
    check: validRequestRejected,
    message:
      /There is no node with the id|there is no card|is neither the id nor the slug of a graph|is not the id of a co|must be the id of a co|is not a property of these features|The id of the tile is \S+ in the body|is not the id in the path|there is no (group|account) /,
    reason: 'A schema cannot require that a named object exists, or that path and body agree.',
  },
  {
    check: validRequestRejected,
    operation: /\/items$|\/geojson$|\/mobileprojects/,
    message: /datetime: must be a time|bbox: |bounds: must be an area/,
    reason: 'A schema cannot describe valid time intervals, areas and boxes.',
  },
  {
    check: validRequestRejected,
    operation: /^GET \/resources$/,
    message: /limit: must be a whole number from 1|page: a search has no page numbers/,
    reason:
      'OpenAPI cannot express that one format accepts a limit of 0, and that a search has no page numbers.',
  },
  {
    check: validRequestRejected,
    operation: /^(GET|POST) \/geojson$/,
    message: /feature: must be sent together with tileid/,
    reason: 'OpenAPI cannot express that one parameter requires another.',
  },
  {
    check: validRequestRejected,
    operation: /^POST \/geojson$/,
    message: /must be sent once/,
    reason: 'OpenAPI cannot express that a parameter is either in the query or in the body.',
  },
  {
    check: validRequestRejected,
    operation: /^POST \/o\//,
    message: /Send each parameter once/,
    reason: 'OAuth forbids repeated parameters, including unknown ones (RFC 6749, section 3.2).',
  },
  {
    check: validRequestRejected,
    operation: /^POST \/api\/node_value$|^(POST|PUT) \/api\/spatialviews/,
    message: /nodeid must be a UUID|operation must be create/,
    reason: 'Form fields are texts; the description explains their content in words.',
  },
  {
    check: validRequestRejected,
    operation: /^POST \/api\/tiles/,
    message: /The body is not JSON|The request has no body|The tile: Invalid input/,
    reason: 'The form field “data” is a tile as JSON text, which a schema cannot describe.',
  },
  {
    check: validRequestRejected,
    operation: /^(POST|PUT) \/resources/,
    message: /No context gives|unreadable_document|A new resource instance needs a model/,
    reason:
      'Whether a JSON-LD document is valid depends on its context and model, not on its form.',
  },
  {
    check: invalidRequestAccepted,
    operation: /^(GET|POST) \/geojson$|^GET \/graphs\//,
    message:
      /parameters? [^\n]*`(use_uuid_names|include_primary_name|use_display_values|include_geojson_link|rfc7946|exclude)`/,
    reason:
      'Query values are texts: any value sets a flag of /geojson (specification), and exclude accepts any names.',
  },
  {
    check: invalidRequestAccepted,
    operation: /\/items$/,
    message: /parameter `limit` in query - (limit: Value greater than |violates `)maximum/,
    reason:
      'A limit above the maximum counts as the maximum (OGC API Features part 1, section 7.15.2).',
  },
  {
    check: invalidRequestAccepted,
    operation: /^(GET|POST) \/o\//,
    message: /./,
    reason: 'A page redirects every request without a session to the sign-in.',
  },
  {
    check: invalidRequestAccepted,
    operation: /^GET \/resource\/\{/,
    message: /parameter `resource_instance_id` in path/,
    reason: 'Every id redirects to its resource instance; that address reports unknown ids.',
  },
  {
    check: 'unsupported_method',
    operation: / \/api\/spatialviews/,
    message: /Send the id of the spatial view to|POST creates a (new )?spatial view/,
    reason:
      'A method that only the other path of spatial views has gets a 400 that names that path, as existing clients expect.',
  },
];

/** Finds the accepted difference that explains a failure; undefined if the service must be corrected. */
export function findAcceptedDifference(
  failure: SchemathesisFailure,
): AcceptedDifference | undefined {
  return acceptedDifferences.find(
    ({ check, operation, message }) =>
      check === failure.check &&
      operation?.test(failure.operation) !== false &&
      message.test(`${failure.message}\n${failure.answer}`),
  );
}
