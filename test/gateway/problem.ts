import * as z from 'zod';

const problemDocumentSchema = z.object({
  type: z.string(),
  title: z.string().min(1),
  status: z.number(),
  code: z.string(),
  detail: z.string().min(1),
  requestId: z.string(),
  errors: z
    .array(
      z.object({
        in: z.enum(['parameters', 'path', 'body']),
        pointer: z.string(),
        code: z.enum(['invalid', 'missing', 'repeated']),
        detail: z.string(),
      }),
    )
    .optional(),
  available: z.array(z.string()).optional(),
  offset: z.number().optional(),
});

/** A problem document (RFC 9457) of the service. */
export type ProblemDocument = z.output<typeof problemDocumentSchema>;

/**
 * Reads a problem document.
 * @throws Error if the response is not a problem document, or has another status than the document
 */
export async function readProblem(response: Response): Promise<ProblemDocument> {
  const type = response.headers.get('content-type');
  const problem = problemDocumentSchema.parse(await response.json());
  if (type !== 'application/problem+json' || problem.status !== response.status) {
    throw new Error(
      `The problem document has the media type ${type} and the status ${response.status}.`,
    );
  }
  return problem;
}
