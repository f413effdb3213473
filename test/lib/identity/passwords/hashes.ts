/*
 * Hashes made by Django 5.2.19 (make_password), with the parameters that it has by default, and by
 * argon2-cffi 25.1.0.
 */

type KnownHash = { readonly password: string; readonly storedHash: string };

/** Hashes by PBKDF2PasswordHasher. */
export const pbkdf2Hashes: readonly KnownHash[] = [
  {
    password: 'correct horse battery staple',
    storedHash:
      'pbkdf2_sha256$1000000$a3GwLoALYv5f7vgIzNkepG$svztoEFIw3/q7PXGcePhrcaiXfik5xk0M5yBvG0wz08=',
  },
  {
    password: 'Cathédrale Saint-Étienne de Bourges',
    storedHash:
      'pbkdf2_sha256$1000000$ROJy3RFgIKA4lI5B3dYgI0$HiROywDYGYHR55+rkituS9/x5nHtTzBYi3dRJskp45k=',
  },
  {
    password: '🏛️ moai 🗿 torii ⛩️',
    storedHash:
      'pbkdf2_sha256$1000000$iffOjv7kIZl2GX3gEyiDlf$pGH9XQ7RJsv1qXmpRnbOPx5BYQOGCc4vw8kFW1XPakM=',
  },
  {
    password: '  two spaces around  ',
    storedHash:
      'pbkdf2_sha256$1000000$Ehdd53CXwXhQGRN9rOn86Z$/Ra0LMKH2WTwnWYhSTwheKgGxBZzSny5gH8QM1P0aiE=',
  },
  {
    password: 'e\u0301glise de\u0301compose\u0301e',
    storedHash:
      'pbkdf2_sha256$1000000$J5xAVx1JhbyQGxirRLezDS$iPhY/6pXqMNuc9ilfgmwX19eNIjXidiLWt3ZfDPszOU=',
  },
];

/** Hashes by Argon2PasswordHasher. */
export const argon2Hashes: readonly KnownHash[] = [
  {
    password: 'correct horse battery staple',
    storedHash:
      'argon2$argon2id$v=19$m=102400,t=2,p=8$NDNINEh0Z1BFclA4RUdmY21kVFNBYw$wt2yojF6COawgqKfNQ52UDy6RYR9CO7RKDSWUe6yktE',
  },
  {
    password: 'Cathédrale Saint-Étienne de Bourges',
    storedHash:
      'argon2$argon2id$v=19$m=102400,t=2,p=8$eTcxRFRDdlVrVHRESHlrNllZYVhkOQ$Isw4xyzaJa3+bBpZ2Q/LzQHVtcNhEY6epb7Ph+YXEgE',
  },
  {
    password: '🏛️ moai 🗿 torii ⛩️',
    storedHash:
      'argon2$argon2id$v=19$m=102400,t=2,p=8$OWludFdrbUJKdnRXcnB5eUEyRWV1Vg$XnzJ0PwhCosyIekUemq2O4xxT4V0pa7qlWashtYa5vk',
  },
  {
    password: '  two spaces around  ',
    storedHash:
      'argon2$argon2id$v=19$m=102400,t=2,p=8$am1ySnNlcWZWbUdqUW5telFNRWFzMg$9/4X/PEtDtGJVlRnPSVux/hapeG2YmK5G6uam1rqsOc',
  },
  {
    password: 'e\u0301glise de\u0301compose\u0301e',
    storedHash:
      'argon2$argon2id$v=19$m=102400,t=2,p=8$bTdidkxiYUFwNzFoTk13MEpPdHp6dQ$7FWZId7JAtPdEtx9MM1OFR5MeCCXFJRAOpy+FWmUqy4',
  },
];

/** Hashes by ScryptPasswordHasher. */
export const scryptHashes: readonly KnownHash[] = [
  {
    password: 'correct horse battery staple',
    storedHash:
      'scrypt$16384$K0Bp8rqbX9LSwuAe1sVGpP$8$5$mFAUB5HiK9JBKm5sFQifbFFGTDMfOBwnvlWViY3DEec3EUyeXqq9q5xqAZ4uADuHwH6OJfIZMk4qlO8aAA8G/w==',
  },
  {
    password: 'Cathédrale Saint-Étienne de Bourges',
    storedHash:
      'scrypt$16384$HuDJ1S5CGlN6WbyzuVUKt1$8$5$FOk2GAIyLY56Epem52yo+6Ml5IpNpPiTzEqy+ntCE9oAkJ0DRGDFl5xU409TzO6iAf074egibOweT2/870UBEw==',
  },
  {
    password: '🏛️ moai 🗿 torii ⛩️',
    storedHash:
      'scrypt$16384$CgHa7GomzbszzgUvefx3Sv$8$5$h/toMmj487lPHRsRukA52drLyrP4wc+T32neKDyFyE5gGIoFIwqI9nQJ0+jGXFLQT+yPMR/kzepJlDzJwBUsDQ==',
  },
  {
    password: '  two spaces around  ',
    storedHash:
      'scrypt$16384$uugK8bKjvNfTJBG9IvhTP1$8$5$5DZPBC5sI+l5xxbwO1HImIgha7fxTKA/Y+GlzW0i9yAQYiszoB48XRCsKhJehizWWPubY9zcc3p018hhthtAjw==',
  },
  {
    password: 'e\u0301glise de\u0301compose\u0301e',
    storedHash:
      'scrypt$16384$oS4a5DF2BqmyfneWDjJxGu$8$5$Ljnp3I6yqytL9apLflRhK0NrwirOTYk4eBWz5J3C9upquHvVxLxh/8nzUM/YTNxFhz//WTiEVTPzLJ7VScBXiQ==',
  },
];

/** Hashes of Django with parameters other than the present defaults, by name. */
export const otherHashes: Readonly<Record<string, KnownHash>> = {
  'PBKDF2 of 10,000 iterations': {
    password: 'correct horse battery staple',
    storedHash: 'pbkdf2_sha256$10000$Vr5qFzYYLbCE$mRXOKX9RkFIkCGNkenMuKXBXBXBuMqXMUz7080yupxM=',
  },
  Argon2i: {
    password: 'correct horse battery staple',
    storedHash: 'argon2$argon2i$v=19$m=512,t=2,p=2$Z2hFdDRpYWJHQXNQ$qIRFZ1qU0K/Nk2skDEL/eg',
  },
  Argon2d: {
    password: 'correct horse battery staple',
    storedHash: 'argon2$argon2d$v=19$m=512,t=2,p=2$ZHZlYkoyVk1FVGV4$wiHK7L8nUCcKw2eLtfzGXw',
  },
  'scrypt of other parameters': {
    password: 'correct horse battery staple',
    storedHash:
      'scrypt$1024$C2IBftATbqRVTt4JcFgjEf$16$1$HpfnZZDMb25HeCTHKQecmH/zmn4S958qesvrXoR4hkaGYfM3w6FdCjgQvGhtcaa++y+CegKv6WzMAkTBFdmAGg==',
  },
};

/** Hashes of 'correct horse battery staple' by hashers that this service does not support, by name. */
export const unknownHashes: Readonly<Record<string, string>> = {
  PBKDF2SHA1PasswordHasher:
    'pbkdf2_sha1$1000000$vC3xqO0UmA0b6WGDT9vVdb$vrLmKy14JvoENJiJZikTe7FKaro=',
  BCryptSHA256PasswordHasher:
    'bcrypt_sha256$$2b$12$G26xAlvYE28/hG30eL6I0.YetfQlCunzb18CyqR.y1/YVNjWmHc8K',
  BCryptPasswordHasher: 'bcrypt$$2b$12$ZOeBqEEzgH6pPwfqaPyhJ.S.GxaIxRR/QuQo1xwhRsq3B3gV7CgRy',
  MD5PasswordHasher: 'md5$UpASXGqUKfMPsxWZQbFcoh$741f1c3dd2167443d1bcb5cf81743c81',
};

/** The text that set_unusable_password of Django stores. */
export const unusableHash = '!CjG1tqRzwekDzviQ6ElUpBnWLpbxGuogvmVrkiDd';

/** A hash by PasswordHasher of argon2-cffi, with the parameters of this service. */
export const argon2CffiHash: KnownHash = {
  password: 'correct horse battery staple',
  storedHash:
    '$argon2id$v=19$m=19456,t=2,p=1$BFoZi7/Ut/AtKXh7SbW/DA$fwYnPIt/iYO1xRgAHqLGqr5lrfDPG2xKs5LiJ8nh2c8',
};
