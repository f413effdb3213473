import * as z from 'zod';

import { scopes } from '../../model/accounts/scope.ts';
import { uriSchema } from './common.ts';

/** The token response of the specification (RFC 6749, section 5.1). */
export const tokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'The lifetime of the token in seconds.' }),
    refresh_token: z.string().optional(),
    scope: z.string().meta({ description: 'Scopes, separated by spaces.' }),
  })
  .meta({ id: 'TokenResponse' });

/** The introspection response (RFC 7662, section 2.2). */
export const introspection = z
  .union([
    z.object({ active: z.literal(false) }),
    z.object({
      active: z.literal(true),
      scope: z.string(),
      client_id: z.string().nullable(),
      username: z.string(),
      token_type: z.literal('Bearer').optional(),
      jti: z.string().optional(),
      aud: uriSchema.optional(),
      exp: z.int(),
      iat: z.int(),
      sub: z.string(),
      iss: uriSchema,
    }),
  ])
  .meta({ id: 'Introspection' });

/** A JSON Web Key Set (RFC 7517) of public keys. */
export const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({ id: 'KeySet' });

/** The metadata of an authorization server (RFC 8414, section 2). */
export const serverMetadata = z
  .object({
    issuer: uriSchema,
    token_endpoint: uriSchema,
    jwks_uri: uriSchema,
    scopes_supported: z.array(z.enum(scopes)),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint: uriSchema,
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint: uriSchema,
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
  })
  .meta({ id: 'ServerMetadata' });

/** The settings that a mobile client reads before it signs in. */
export const serverSettings = z
  .object({
    clientid: z.string(),
    version: z.string().meta({
      pattern: String.raw`^\d+\.\d+\.\d+$`,
      description:
        'The release of the Arches platform with which the service is compatible for mobile clients.',
    }),
  })
  .meta({ id: 'ServerSettings' });

export const configuredClient = z.object({ clientid: z.string() }).meta({ id: 'ConfiguredClient' });
