import { createRetry } from '../aws/retry.ts';
import { AwsFault, createTransport, type TransportOptions } from '../aws/transport.ts';

/** Secrets by ARN or name: AWS Secrets Manager, or its local emulator. */
export type Secrets = {
  /** Returns undefined if the secret has no value. */
  readonly read: (secretId: string) => Promise<string | undefined>;
  /** Stores a new value. The secret must exist. */
  readonly write: (secretId: string, text: string) => Promise<void>;
};

export type SecretsOptions = Omit<TransportOptions, 'service' | 'requestTimeout'>;

export function createSecrets(options: SecretsOptions): Secrets {
  const transport = createTransport({
    ...options,
    service: 'secretsmanager',
    requestTimeout: 5000,
  });
  const retry = createRetry(3);
  const call = (operation: string, content: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `secretsmanager.${operation}`,
    };
    return retry((attempt) => transport({ path: '/', headers, content }, attempt));
  };
  return {
    read: async (SecretId) => {
      try {
        const { SecretString } = await call('GetSecretValue', { SecretId });
        return SecretString;
      } catch (error) {
        if (error instanceof AwsFault && error.name === 'ResourceNotFoundException')
          return undefined;
        throw error;
      }
    },
    write: async (SecretId, SecretString) => {
      // The token lets Secrets Manager recognize a repeated request.
      const ClientRequestToken = crypto.randomUUID();
      await call('PutSecretValue', { SecretId, ClientRequestToken, SecretString });
    },
  };
}
