import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

import { awsClientSettings, type AwsClientOptions } from '../aws/client-settings.ts';

/** Secrets by ARN or name: AWS Secrets Manager, or its local emulator. */
export type Secrets = {
  /** Returns undefined if the secret has no value. */
  readonly read: (secretId: string) => Promise<string | undefined>;
  /** Stores a new value. The secret must exist. */
  readonly write: (secretId: string, text: string) => Promise<void>;
};

export function createSecrets(options: AwsClientOptions): Secrets {
  const client = new SecretsManagerClient(awsClientSettings(options, 5000));
  return {
    read: async (SecretId) => {
      try {
        const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
        return SecretString;
      } catch (error) {
        if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
        throw error;
      }
    },
    write: async (SecretId, SecretString) => {
      // The token lets Secrets Manager recognize a repeated request.
      const ClientRequestToken = crypto.randomUUID();
      await client.send(new PutSecretValueCommand({ SecretId, ClientRequestToken, SecretString }));
    },
  };
}
