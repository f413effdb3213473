/** What a caller is to the service, as far as that decides its answers. */
export type Standing =
  | 'no token'
  | 'a token that is not good'
  | 'a token that holds no longer'
  | 'a token for writing only'
  | 'a token that shows nothing'
  | 'a token that shows all';

/** Somebody who calls, by what stands in the header that tells who it is. */
export type Caller = {
  readonly name: string;
  readonly standing: Standing;
  /** Undefined sends no header. */
  readonly credentials: string | undefined;
  /** Data API calls that it takes to see that the key is not one of the service; 0 when left out. */
  readonly callsForKey?: number;
};

/** A caller with a bearer token. */
export function withToken(name: string, standing: Standing, token: string): Caller {
  return { name, standing, credentials: `Bearer ${token}` };
}
