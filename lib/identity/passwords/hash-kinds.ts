/** A hash against which a password can be verified. */
export type StoredHash = {
  readonly kind: 'hash';
  readonly writtenBy: 'service' | 'django';
  readonly tag: Buffer;
  /** Whether it is the service's own, by Argon2id with what new hashes have of memory, passes, salt and tag, or more. */
  readonly isStrong: boolean;
  /** Hashes a password as the one was of which the tag is the result. */
  readonly hashPassword: (password: string) => Promise<Buffer>;
};

/** A stored hash with which nobody can sign in, and why. */
export type UnsupportedHash = {
  readonly kind: 'unsupported';
  /** Stable: programs may switch on it. */
  readonly code: 'no_password' | 'unknown_hash' | 'malformed_hash' | 'costly_hash';
  /** Tells who brings the account along what to do; never says anything of the hash itself. */
  readonly message: string;
};

/** Nothing is stored, or Django's mark of an account whose password cannot be used. */
export const noPassword: UnsupportedHash = {
  kind: 'unsupported',
  code: 'no_password',
  message: 'The account has no password. To sign in with one it has to be given one.',
};

export const unknownHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'unknown_hash',
  message:
    'The password is hashed in a way that is not known here: argon2, pbkdf2_sha256 and scrypt are. The account needs a new password.',
};

export const malformedHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'malformed_hash',
  message:
    'The hash of the password is damaged, or is of a version that is not known here. Take it from its source again, or give the account a new password.',
};

export const costlyHash: UnsupportedHash = {
  kind: 'unsupported',
  code: 'costly_hash',
  message:
    'Checking the password would take more memory or time than a sign-in is given. The account needs a new password.',
};
