import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';

import { createSecrets } from '../../../lib/secrets/client.ts';
import { answerWith, awsSettings, pickComparableParts } from '../../support/aws-requests.ts';

function createClients(fakeResponse: Parameters<typeof answerWith>[0]) {
  const [aws, own] = [answerWith(fakeResponse), answerWith(fakeResponse)];
  return {
    requests: [aws.requests, own.requests],
    aws: new SecretsManagerClient({ ...awsSettings, requestHandler: aws.handler }),
    secrets: createSecrets({ ...awsSettings, requestHandler: own.handler }),
  };
}

/** The token of a write is random. */
const withoutToken = ({ content, ...parts }: ReturnType<typeof pickComparableParts>) => ({
  ...parts,
  content: { ...Object(content), ClientRequestToken: 'token' },
});

describe('the client of Secrets Manager', () => {
  it('reads a secret with the same request as the client of AWS', async () => {
    const { requests, aws, secrets } = createClients({ body: '{"SecretString":"geheim – ☃"}' });
    await aws.send(new GetSecretValueCommand({ SecretId: 'arn:one' }));
    expect(await secrets.read('arn:one')).toBe('geheim – ☃');
    const [expected, actual] = requests.map((list) => list.map(pickComparableParts));
    expect(actual).toEqual(expected);
  });

  it('writes a secret with the same request as the client of AWS', async () => {
    const { requests, aws, secrets } = createClients({});
    const secret = { SecretId: 'arn:one', SecretString: 'geheim – ☃' };
    await aws.send(new PutSecretValueCommand(secret));
    await secrets.write(secret.SecretId, secret.SecretString);
    const [expected, actual] = requests.map((list) =>
      list.map(pickComparableParts).map(withoutToken),
    );
    expect(actual).toEqual(expected);
  });

  it('repeats a write that failed on the way with the same token, so that it counts once', async () => {
    const { requests, secrets } = createClients({ status: 503 });
    await expect(secrets.write('arn:one', 'text')).rejects.toThrow('UnknownError');
    const tokens = requests[1]?.map(({ body }) => JSON.parse(String(body)).ClientRequestToken);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
  });

  it('returns undefined for a secret without a value', async () => {
    const { secrets } = createClients({
      status: 400,
      body: '{"__type":"ResourceNotFoundException","message":"no value"}',
    });
    expect(await secrets.read('arn:one')).toBeUndefined();
  });

  it('throws other errors, instead of reporting that the secret has no value', async () => {
    const { secrets } = createClients({
      status: 400,
      body: '{"__type":"AccessDeniedException","message":"not allowed"}',
    });
    await expect(secrets.read('arn:one')).rejects.toThrow('not allowed');
  });
});
