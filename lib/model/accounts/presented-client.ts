/** The application that a request says it comes from, with what proves it. */
export type PresentedClient = {
  readonly clientId: string;
  /** The hash of the client secret that came; null without one. */
  readonly secretHash: string | null;
  /** What of the address counts that it came from. */
  readonly addressKey: string;
};

/**
 * What the log tells of an application: nothing of one that is unknown or did not prove itself, since what came as its id may be
 * its secret.
 * @param outcome as the statement told it
 */
export function clientLogFields(
  { clientId }: PresentedClient,
  outcome: string,
): { readonly client?: string } {
  return outcome === 'invalid_client' ? {} : { client: clientId };
}
