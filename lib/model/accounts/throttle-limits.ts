/** How many sign-ins may fail, or be under way, and how many client secrets may be wrong, within a window of time. */
export const throttleLimits = {
  /** Seconds from the first try until failures count anew. */
  windowSeconds: 15 * 60,
  /** Under one name from one address. */
  nameFromAddress: 5,
  /** From one address, under whatever name: many people may share one. */
  address: 50,
  /** Under one name from all other addresses, before an address where it never signed in gets a single try. */
  nameFromOtherAddresses: 20,
  /** Side by side, under one name from one address: a program may begin many at once. */
  concurrent: 20,
  /** Wrong secrets of one application from one address. */
  secretFromAddress: 20,
} as const;

/** What the counters say; times are in seconds. Those under way are counted with the present try. */
export type SignInAttempts = {
  readonly failedFromAddress: number;
  readonly underWayFromAddress: number;
  readonly addressEndsIn: number;
  readonly failedOnName: number;
  readonly underWayOnName: number;
  readonly nameEndsIn: number;
  readonly failedElsewhere: number;
  /** Whether the name signed in from this address before. */
  readonly isFamiliar: boolean;
};
