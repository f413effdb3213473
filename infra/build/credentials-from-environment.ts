import type { AwsCredentialIdentity } from '@aws-sdk/types';

/**
 * Replaces the credential provider chain of the AWS client in the bundles of functions. The whole chain would be two fifths of a
 * bundle, and is not needed, because Lambda sets the credentials in the environment of a function.
 * @throws Error if the environment has no credentials
 */
export function defaultProvider(): () => Promise<AwsCredentialIdentity> {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
      throw new Error('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    }
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
    };
  };
}
