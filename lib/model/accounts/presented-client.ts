/** The client credentials that a request presents. */
export type PresentedClient = {
  readonly clientId: string;
  /** The hash of the client secret; null if the request has none. */
  readonly secretHash: string | null;
  /** The part of the IP address by which attempts are counted. */
  readonly addressKey: string;
};

/**
 * Returns the field of the log with the client id. There is none if the client is unknown or not authenticated, because
 * the caller could have sent its secret as the id by mistake.
 * @param outcome from the token statement
 */
export function clientLogFields(
  { clientId }: PresentedClient,
  outcome: string,
): { readonly client?: string } {
  return outcome === 'invalid_client' ? {} : { client: clientId };
}
