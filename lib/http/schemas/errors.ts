import * as z from 'zod';

const inputError = z
  .object({
    in: z.enum(['parameters', 'path', 'body']),
    pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the problem.' }),
    code: z.string().meta({ description: 'Stable: programs may depend on it.' }),
    detail: z.string().meta({ description: 'Explains the problem.' }),
    candidates: z
      .array(
        z.object({
          nodeId: z.string(),
          name: z.string(),
          datatype: z.string(),
          property: z.string().nullable(),
          class: z.string().nullable(),
          id: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'The nodes to which a value of a document may belong.' }),
    holder: z.string().optional().meta({
      format: 'uri',
      description: 'A resource instance that already has the unique value, in another tile.',
    }),
  })
  .meta({ id: 'InputError' });

export const problemReferrers = z
  .object({
    resources: z.array(z.string()),
    hidden: z.int().meta({
      description: 'The number of other resource instances, which the caller may not see.',
    }),
  })
  .meta({ id: 'Referrers' });

/** An error of the search addresses of the reference platform. */
export const formerSearchError = z
  .object({
    status: z.literal('false'),
    success: z.literal(false),
    title: z.literal('Search Failed'),
    message: z.string().describe('What to change.'),
    cause: z.string().describe('The kind of error.'),
    requestId: z.string(),
  })
  .meta({ id: 'FormerSearchError' });

/** The default error format (RFC 9457). */
export const problem = z
  .object({
    type: z.string().meta({ format: 'uri' }),
    title: z.string(),
    status: z.int().optional(),
    code: z.string().meta({ description: 'Stable: programs may depend on it.' }),
    detail: z.string(),
    errors: z.array(inputError).optional().meta({ description: 'Everything that is wrong.' }),
    available: z.array(z.string()).optional().meta({ description: 'The available formats.' }),
    offset: z.int().optional().meta({ description: 'Offset of the first byte that is not UTF-8.' }),
    referrers: problemReferrers.optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem', description: 'A problem document (RFC 9457).' });

export const oauthError = z
  .object({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'temporarily_unavailable',
    ]),
    error_description: z.string(),
  })
  .meta({ id: 'OAuthError', description: 'An error of OAuth 2.0 (RFC 6749, section 5.2).' });
