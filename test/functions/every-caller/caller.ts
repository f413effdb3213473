/** The kinds of tokens that routes answer in different ways. */
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
  /** The number of Data API calls with which the service looks for the unknown key of the token; 0 if absent. */
  readonly callsForKey?: number;
};

export function createCallerWithToken(
  name: string,
  tokenKind: TokenKind,
  token: string,
): RouteCaller {
  return { name, tokenKind, credentials: `Bearer ${token}` };
}
