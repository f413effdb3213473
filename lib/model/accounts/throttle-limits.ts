/**
 * Limits for failed and concurrent sign-ins, and for wrong client secrets, within one window.
 * @rule Sign-in and tokens: How many sign-ins may fail?
 */
export const throttleLimits = {
  /** Seconds from the first failure until the counter starts again. */
  windowSeconds: 15 * 60,
  /** Failed sign-ins for one name from one address. */
  nameFromAddress: 5,
  /** Failed sign-ins from one address with any name. The limit is higher, because many people can share an address. */
  address: 50,
  /**
   * Failed sign-ins for one name from all other addresses. Above this limit, an address that never signed in with this name gets one
   * attempt.
   */
  nameFromOtherAddresses: 20,
  /** Concurrent sign-ins for one name from one address, because a program can start many at once. */
  concurrent: 20,
  /** Wrong secrets of one application from one address. */
  secretFromAddress: 20,
} as const;

/** The counters before a sign-in. Sign-ins under way are those that have not finished, including the present one. */
export type SignInAttempts = {
  readonly failedFromAddress: number;
  readonly underWayFromAddress: number;
  /** Seconds until the counters of the address start again. */
  readonly addressEndsIn: number;
  readonly failedOnName: number;
  readonly underWayOnName: number;
  /** Seconds until the counters of the name start again. */
  readonly nameEndsIn: number;
  /** Failed sign-ins for the name from all other addresses. */
  readonly failedElsewhere: number;
  /** Whether the address has signed in with the name before. */
  readonly isFamiliar: boolean;
};
