import type { WireRequest } from '../emulator/proxy-event.ts';
import type { RouteMatch } from '../emulator/routing.ts';
import { secretProblems } from '../planted-secrets.ts';
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
 * Checks an answer against the OpenAPI document and for planted secrets. Also checks the request if the answer reports success.
 * @returns the answer; a streamed body fails at its end if it does not match
 * @throws OpenApiMismatch
 */
export async function checkAnswer(
  request: WireRequest,
  route: RouteMatch,
  response: Response,
): Promise<Response> {
  const { method } = request;
  const { status, headers } = response;
  const operation = documentedOperation(method, route.resource.path);
  // Preflights, other methods and unknown paths have no operation.
  if (operation === undefined) return response;
  if (await isRefusedByFront(response)) return response;
  const documented = documentedResponse(operation, status);
  if (documented === undefined) throw new OpenApiMismatch(request, status, ['no such status']);
  const hasSucceeded = response.ok;
  const problems = [
    ...headerProblems(documented, headers),
    ...(response.body === null
      ? []
      : mediaTypeProblems(documented, headers.get('content-type') ?? '')),
    ...(hasSucceeded ? parameterProblems(operation, request, route) : []),
    ...(hasSucceeded ? requestBodyProblems(operation, request) : []),
  ];
  if (problems.length > 0) throw new OpenApiMismatch(request, status, problems);
  if (response.body === null) return response;
  return headers.has('content-length')
    ? checkWholeBody(request, response, documented)
    : checkStreamedBody(request, response, documented);
}

/** Whether a request was refused because it bypassed the front. The document describes only the public address. */
async function isRefusedByFront(response: Response): Promise<boolean> {
  return response.status === 403 && (await response.clone().text()).includes('"front_required"');
}

/** Problems with a body, and with secrets in the answer. */
function allBodyProblems(
  documented: DocumentedResponse,
  headers: Headers,
  bytes: Buffer,
): readonly string[] {
  return [...secretProblems(headers, bytes), ...bodyProblems(documented, headers, bytes)];
}

async function checkWholeBody(
  request: WireRequest,
  response: Response,
  documented: DocumentedResponse,
): Promise<Response> {
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // Deletions answer without a body except in dry runs, which OpenAPI cannot express.
  if (bytes.length === 0 && request.method === 'DELETE') return response;
  const problems = allBodyProblems(documented, response.headers, bytes);
  if (problems.length > 0) throw new OpenApiMismatch(request, response.status, problems);
  return response;
}

/** Checks a streamed body when its reader has read all of it. */
function checkStreamedBody(
  request: WireRequest,
  { body, status, headers }: Response,
  documented: DocumentedResponse,
): Response {
  const chunks: Uint8Array[] = [];
  const checkedBody = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        chunks.push(chunk);
        controller.enqueue(chunk);
      },
      flush: () => {
        const problems = allBodyProblems(documented, headers, Buffer.concat(chunks));
        if (problems.length > 0) throw new OpenApiMismatch(request, status, problems);
      },
    }),
  );
  return new Response(checkedBody ?? null, { status, headers });
}
