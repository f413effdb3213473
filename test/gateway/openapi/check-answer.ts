import type { WireRequest } from '../emulator/proxy-event.ts';
import type { RouteMatch } from '../emulator/routing.ts';
import {
  documentedResponse,
  bodyProblems,
  headerProblems,
  mediaTypeProblems,
} from './response-problems.ts';
import { documentedOperation, type DocumentedResponse } from './document.ts';
import { parameterProblems, requestBodyProblems } from './request-problems.ts';

/** A request or its answer is not as the OpenAPI document says. */
export class OpenApiMismatch extends Error {
  constructor({ method, url }: WireRequest, status: number, problems: readonly string[]) {
    super(
      `${method} ${url.pathname}${url.search} answers ${status}, not as openapi.json says: ${problems.join('; ')}`,
    );
  }
}

/**
 * Holds an answer, and the request where it was good, against the OpenAPI document.
 * @param found where the gateway has found the resource
 * @returns the answer; where its body is still made, one that fails in the end if the body is not as described
 * @throws NotAsDescribed
 */
export async function checkAnswer(
  request: WireRequest,
  found: RouteMatch,
  response: Response,
): Promise<Response> {
  const { method } = request;
  const { status, headers } = response;
  const operation = documentedOperation(method, found.resource.path);
  // What no operation answers: preflights, other methods, unknown paths.
  if (operation === undefined) return response;
  const described = documentedResponse(operation, status);
  if (described === undefined) throw new OpenApiMismatch(request, status, ['no such status']);
  const isGood = response.ok;
  const problems = [
    ...headerProblems(described, headers),
    ...(response.body === null
      ? []
      : mediaTypeProblems(described, headers.get('content-type') ?? '')),
    ...(isGood ? parameterProblems(operation, request, found) : []),
    ...(isGood ? requestBodyProblems(operation, request) : []),
  ];
  if (problems.length > 0) throw new OpenApiMismatch(request, status, problems);
  if (response.body === null) return response;
  return headers.has('content-length')
    ? whole(request, response, described)
    : inPieces(request, response, described);
}

async function whole(
  request: WireRequest,
  response: Response,
  described: DocumentedResponse,
): Promise<Response> {
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // A deletion answers without a body, but for a dry run (specification), which OpenAPI cannot say.
  if (bytes.length === 0 && request.method === 'DELETE') return response;
  const problems = bodyProblems(described, response.headers, bytes);
  if (problems.length > 0) throw new OpenApiMismatch(request, response.status, problems);
  return response;
}

/** A body that is made while it is read is looked at when its reader has all of it. */
function inPieces(
  request: WireRequest,
  { body, status, headers }: Response,
  described: DocumentedResponse,
): Response {
  const pieces: Uint8Array[] = [];
  const collected = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        pieces.push(piece);
        controller.enqueue(piece);
      },
      flush: () => {
        const problems = bodyProblems(described, headers, Buffer.concat(pieces));
        if (problems.length > 0) throw new OpenApiMismatch(request, status, problems);
      },
    }),
  );
  return new Response(collected ?? null, { status, headers });
}
