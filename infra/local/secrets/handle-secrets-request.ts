import type { IncomingMessage, ServerResponse } from 'node:http';

import * as z from 'zod';

import { parseJsonOrUndefined } from '../../../lib/http/request/request-body.ts';
import type { SecretStore } from './secret-store.ts';

const targetPrefix = 'secretsmanager.';

/** Whether a request is for AWS Secrets Manager. Its protocol (AWS JSON 1.1) has the name of the operation in a header. */
export function isSecretsRequest(request: IncomingMessage): boolean {
  return String(request.headers['x-amz-target']).startsWith(targetPrefix);
}

const getRequestSchema = z.object({ SecretId: z.string().min(1) });
const putRequestSchema = getRequestSchema.extend({ SecretString: z.string() });

/** Handles the signed requests `GetSecretValue` and `PutSecretValue` as AWS Secrets Manager does. */
export async function handleSecretsRequest(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  store: SecretStore,
): Promise<void> {
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  };
  const sendError = (name: string, message: string): void => send(400, { __type: name, message });
  if (!/\/secretsmanager\/aws4_request/.test(request.headers.authorization ?? '')) {
    return sendError('AccessDeniedException', 'The request is not signed for secretsmanager.');
  }
  switch (String(request.headers['x-amz-target']).slice(targetPrefix.length)) {
    case 'GetSecretValue': {
      const parsed = getRequestSchema.safeParse(parseJsonOrUndefined(text));
      if (!parsed.success) return sendError('InvalidParameterException', parsed.error.message);
      const secret = await store.read(parsed.data.SecretId);
      if (secret === undefined) {
        return sendError(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
        );
      }
      return send(200, { ARN: parsed.data.SecretId, SecretString: secret });
    }
    case 'PutSecretValue': {
      const parsed = putRequestSchema.safeParse(parseJsonOrUndefined(text));
      if (!parsed.success) return sendError('InvalidParameterException', parsed.error.message);
      await store.write(parsed.data.SecretId, parsed.data.SecretString);
      return send(200, { ARN: parsed.data.SecretId, VersionStages: ['AWSCURRENT'] });
    }
    default:
      return sendError('UnknownOperationException', 'Possible: GetSecretValue, PutSecretValue.');
  }
}
