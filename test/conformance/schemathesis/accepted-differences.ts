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
    reason: 'A cursor is what the service gave out: no schema says which texts are.',
  },
  {
    check: rejected,
    message:
      /There is no node with the id|there is no card|is neither the id nor the slug of a graph|is not the id of a co|is not a property of these features|the path names|there is no (group|account) /,
    reason:
      'What a request names has to be there, and to be the same in path and body: no schema says so.',
  },
  {
    check: rejected,
    operation: /\/items$|\/geojson$|\/mobileprojects/,
    message: /datetime: must be a time|bbox: |bounds: must be an area/,
    reason:
      'Which texts are an interval of times or an area, and which numbers are a box, no schema says.',
  },
  {
    check: rejected,
    operation: /^(GET|POST) \/geojson$/,
    message: /feature: must be sent together with tileid/,
    reason: 'One parameter needs another: OpenAPI has no word for that.',
  },
  {
    check: rejected,
    operation: /^POST \/geojson$/,
    message: /must be sent once/,
    reason: 'A parameter stands in the query or in the body: OpenAPI has no word for that.',
  },
  {
    check: rejected,
    operation: /^POST \/o\//,
    message: /Send each parameter once/,
    reason:
      'OAuth wants each parameter once, those that it does not know too (RFC 6749, section 3.2).',
  },
  {
    check: rejected,
    operation: /^POST \/api\/node_value$|^(POST|PUT) \/api\/spatialviews/,
    message: /nodeid must be a UUID|operation must be create/,
    reason: 'The fields of a form are texts; what stands in them, the description says in words.',
  },
  {
    check: rejected,
    operation: /^POST \/api\/tiles/,
    message: /The body is not JSON|The request has no body|The tile: Invalid input/,
    reason: 'The field “data” of a form holds a tile as JSON: a text of which no schema says more.',
  },
  {
    check: rejected,
    operation: /^(POST|PUT) \/resources/,
    message: /No context gives|unreadable_document|A new resource instance needs a model/,
    reason:
      'What a JSON-LD document means follows from its context and its model, not from its form.',
  },
  {
    check: accepted,
    operation: /^(GET|POST) \/geojson$|^GET \/graphs\//,
    message:
      /parameters? [^\n]*`(use_uuid_names|include_primary_name|use_display_values|include_geojson_link|rfc7946|exclude)`/,
    reason:
      'In a query every value is a text: a flag of /geojson is on with whatever value it has (specification), and exclude takes any names.',
  },
  {
    check: accepted,
    operation: /\/items$/,
    message: /parameter `limit` in query - (limit: Value greater than |violates `)maximum/,
    reason:
      'A limit above the most is taken for the most (OGC API Features part 1, section 7.15.2).',
  },
  {
    check: accepted,
    operation: /^(GET|POST) \/o\//,
    message: /./,
    reason: 'A page leads a browser that has not signed in to the sign-in, whatever it was sent.',
  },
  {
    check: accepted,
    operation: /^GET \/resource\/\{/,
    message: /parameter `resource_instance_id` in path/,
    reason: 'Every id leads to its resource instance alike; that page says whether it is one.',
  },
  {
    check: 'unsupported_method',
    operation: / \/api\/spatialviews/,
    message: /Name the spatial view|POST makes a new spatial view/,
    reason:
      'A method that belongs to the other path of spatial views is a 400 that names that path, as clients of the platform know it.',
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
