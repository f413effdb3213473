/** What statements compare of the client credentials that a request presents. */
export type PresentedClient = {
  readonly clientId: string;
  /** The hash of the client secret, or the stored hash that it was checked against; null if the request has none. */
  readonly secretHash: string | null;
  /** The part of the IP address by which attempts are counted. */
  readonly addressKey: string;
};

/** The client credentials that a request presents. */
export type ClientCredentials = PresentedClient & {
  /** The client secret; null if the request has none. */
  readonly secret: string | null;
};
