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

/** A request or its answer does not match the OpenAPI document. */
export class OpenApiMismatch extends Error {
  constructor({ method, url }: WireRequest, status: number, problems: readonly string[]) {
    super(
      `${method} ${url.pathname}${url.search} answers ${status}, which does not match openapi.json: ${problems.join('; ')}`,
    );
  }
}

/**
 * Checks an answer, and its request if it succeeded, against the OpenAPI document.
 * @returns the answer; a streamed body fails at its end if it does not match
 * @throws OpenApiMismatch
 */
export async function checkAnswer(
  request: WireRequest,
  found: RouteMatch,
  response: Response,
): Promise<Response> {
  const { method } = request;
  const { status, headers } = response;
  const operation = documentedOperation(method, found.resource.path);
  // Preflights, other methods and unknown paths have no operation.
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
  // Deletions answer without a body except in dry runs, which OpenAPI cannot express.
  if (bytes.length === 0 && request.method === 'DELETE') return response;
  const problems = bodyProblems(described, response.headers, bytes);
  if (problems.length > 0) throw new OpenApiMismatch(request, response.status, problems);
  return response;
}

/** Checks a streamed body when its reader has read all of it. */
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
