export { x } from './new.ts';
import { SecretsManagerClient, GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
export const y = [SecretsManagerClient, GetSecretValueCommand, PutSecretValueCommand];
