/** Limits for failed and concurrent sign-ins, and for wrong client secrets, within one window. */
export const throttleLimits = {
  /** Seconds from the first failure until the counter starts again. */
  windowSeconds: 15 * 60,
  /** For one name from one address. */
  nameFromAddress: 5,
  /** For one address and any name: many people can share an address. */
  address: 50,
  /**
   * For one name from all other addresses. Above this limit, an address that never signed in with this name gets one
   * attempt.
   */
  nameFromOtherAddresses: 20,
  /** Concurrent sign-ins for one name from one address: a program can start many at once. */
  concurrent: 20,
  /** For wrong secrets of one application from one address. */
  secretFromAddress: 20,
} as const;

/** The counters before a sign-in, times in seconds. The counts under way include the present attempt. */
export type SignInAttempts = {
  readonly failedFromAddress: number;
  readonly underWayFromAddress: number;
  readonly addressEndsIn: number;
  readonly failedOnName: number;
  readonly underWayOnName: number;
  readonly nameEndsIn: number;
  /** For the name, from all other addresses. */
  readonly failedElsewhere: number;
  /** Whether the address has signed in with the name before. */
  readonly isFamiliar: boolean;
};
