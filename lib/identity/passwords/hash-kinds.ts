/** A hash against which a password can be verified. */
export type StoredHash = {
  readonly kind: 'hash';
  readonly writtenBy: 'service' | 'django';
  readonly tag: Buffer;
  /** Whether the hash is Argon2id of this service with at least the memory, passes, salt and tag of new hashes. */
  readonly isStrong: boolean;
  /** Hashes a password with the parameters and salt of this hash. */
  readonly hashPassword: (password: string) => Promise<Buffer>;
};

/** A stored hash that cannot be used to sign in, with the reason. */
export type UnsupportedHash = {
  readonly kind: 'unsupported';
  /** Stable: programs may depend on it. */
  readonly code: 'no_password' | 'unknown_hash' | 'malformed_hash' | 'costly_hash';
  /** A hint for the person who imports the account. It never contains the hash. */
  readonly message: string;
};

/** There is no hash, or Django's marker for an unusable password. */
export const noPassword: UnsupportedHash = {
  kind: 'unsupported',
  code: 'no_password',
  message: 'The account has no password. Set one, if it needs to sign in with a password.',
};

export const unknownHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'unknown_hash',
  message:
    'The hash algorithm of the password is not supported; argon2, pbkdf2_sha256 and scrypt are. The account needs a new password.',
};

export const malformedHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'malformed_hash',
  message:
    'The hash of the password is damaged or has an unsupported version. Export it again from its source, or set a new password.',
};

export const costlyHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'costly_hash',
  message:
    'Checking the password would need too much memory or time. The account needs a new password.',
};
