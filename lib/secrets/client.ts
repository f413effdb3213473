import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

/** Secrets by ARN or name: AWS Secrets Manager, or its local emulator. */
export type Secrets = {
  /** Returns undefined if the secret has no value. */
  readonly read: (secretId: string) => Promise<string | undefined>;
  /** Stores a new value. The secret must exist. */
  readonly write: (secretId: string, text: string) => Promise<void>;
};

export type SecretsOptions = {
  readonly region: string;
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where they come from the environment of the function. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

export function createSecrets({ region, endpoint, credentials }: SecretsOptions): Secrets {
  const client = new SecretsManagerClient({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: { requestTimeout: 5000, throwOnRequestTimeout: true, connectionTimeout: 2000 },
  });
  return {
    read: async (secretId) => {
      try {
        const response = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
        return response.SecretString;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    write: async (secretId, text) => {
      await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: text }));
    },
  };
}
