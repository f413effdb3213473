/** The kinds of tokens between which the answers of routes differ. */
export type TokenKind =
  | 'no token'
  | 'an invalid token'
  | 'a token that is no longer valid'
  | 'a token for writing only'
  | 'a token that may read nothing'
  | 'a token that may read everything';

/** A caller, by the header that identifies it. */
export type RouteCaller = {
  readonly name: string;
  readonly tokenKind: TokenKind;
  /** The value of the header; undefined if none is sent. */
  readonly credentials: string | undefined;
  /** The Data API calls that find out that the key of the token is not one of the service; 0 if absent. */
  readonly callsForKey?: number;
};

export function callerWithToken(name: string, tokenKind: TokenKind, token: string): RouteCaller {
  return { name, tokenKind, credentials: `Bearer ${token}` };
}
