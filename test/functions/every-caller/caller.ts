/** What a token is worth to the service, as far as it decides the answers. */
export type TokenStanding =
  | 'no token'
  | 'a token that is not good'
  | 'a token that holds no longer'
  | 'a token for writing only'
  | 'a token that shows nothing'
  | 'a token that shows all';

/** A caller, by the header that identifies it. */
export type RouteCaller = {
  readonly name: string;
  readonly standing: TokenStanding;
  /** Undefined sends no header. */
  readonly credentials: string | undefined;
  /** Data API calls until the service knows that the signing key is not its own; 0 when left out. */
  readonly callsForKey?: number;
};

export function callerWithToken(name: string, standing: TokenStanding, token: string): RouteCaller {
  return { name, standing, credentials: `Bearer ${token}` };
}
