import type { Settings } from '../settings.ts';

/** The lifetime in seconds of the tokens of one sign-in. */
export function tokenFamilySeconds(
  { tokenSeconds, refreshTokenSeconds }: Settings,
  { hasRefreshToken }: { readonly hasRefreshToken: boolean },
): number {
  return hasRefreshToken ? Math.max(tokenSeconds, refreshTokenSeconds) : tokenSeconds;
}
