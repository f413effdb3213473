import type { IncomingMessage, ServerResponse } from 'node:http';

import * as z from 'zod';

import type { SecretStore } from './secret-store.ts';

const target = 'secretsmanager.';

/** Whether a request is one for AWS Secrets Manager (its JSON 1.1 protocol names the operation in a header). */
export function isSecretsRequest(request: IncomingMessage): boolean {
  return String(request.headers['x-amz-target']).startsWith(target);
}

const getShape = z.object({ SecretId: z.string().min(1) });
const putShape = getShape.extend({ SecretString: z.string() });

/** Answers `GetSecretValue` and `PutSecretValue` as AWS Secrets Manager does, to requests that are signed for it. */
export async function handleSecretsRequest(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  store: SecretStore,
): Promise<void> {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  };
  const refuse = (name: string, message: string): void => answer(400, { __type: name, message });
  if (!/\/secretsmanager\/aws4_request/.test(request.headers.authorization ?? '')) {
    return refuse('AccessDeniedException', 'The request is not signed for secretsmanager.');
  }
  switch (String(request.headers['x-amz-target']).slice(target.length)) {
    case 'GetSecretValue': {
      const asked = getShape.safeParse(jsonOrNothing(text));
      if (!asked.success) return refuse('InvalidParameterException', asked.error.message);
      const secret = await store.read(asked.data.SecretId);
      if (secret === undefined) {
        return refuse(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
        );
      }
      return answer(200, { ARN: asked.data.SecretId, SecretString: secret });
    }
    case 'PutSecretValue': {
      const given = putShape.safeParse(jsonOrNothing(text));
      if (!given.success) return refuse('InvalidParameterException', given.error.message);
      await store.write(given.data.SecretId, given.data.SecretString);
      return answer(200, { ARN: given.data.SecretId, VersionStages: ['AWSCURRENT'] });
    }
    default:
      return refuse('UnknownOperationException', 'Possible: GetSecretValue, PutSecretValue.');
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
