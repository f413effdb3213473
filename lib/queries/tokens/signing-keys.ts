import { jsonText, plain, sql, text, type Statement } from '../../data-api/sql.ts';

/** The public keys by which tokens are checked, the newest first. @returns rows of key id, JWK as JSON text, time */
export function publicSigningKeys(): Statement {
  return plain(`select
  k.key_id,
  k.public_key::text,
  to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from signing_key k
order by k.created_at desc, k.key_id collate "C"`);
}

/** Makes a public key known; one that is known already is left alone. @param publicKey the JWK as JSON text */
export function publishSigningKey(keyId: string, publicKey: string): Statement {
  return sql`insert into signing_key (key_id, public_key)
values (${text(keyId)}, ${jsonText(publicKey)})
on conflict (key_id) do nothing`;
}

/** Takes a public key away: no token that it signed is good any more. @returns one row where there was one */
export function removeSigningKey(keyId: string): Statement {
  return sql`delete from signing_key
where key_id = ${text(keyId)}
returning key_id`;
}

/** Notes that a key signs, whatever was noted before. */
export function signingKeySigns(keyId: string): Statement {
  return sql`update signing_key
set retired_at = null
where key_id = ${text(keyId)}`;
}

/** Notes, for all keys but one, that they sign no longer; what was noted before stays. @param keyId the key that signs */
export function retireOtherKeys(keyId: string): Statement {
  return sql`update signing_key
set retired_at = clock_timestamp()
where key_id <> ${text(keyId)}
  and retired_at is null`;
}

/**
 * Takes away public keys that were retired so long ago that nothing they signed can still be good.
 * @param seconds that have passed since
 * @returns rows of the ids that were taken away
 */
export function removeRetiredKeys(seconds: number): Statement {
  return sql`delete from signing_key
where retired_at < clock_timestamp() - make_interval(secs => ${text(String(seconds))}::float8)
returning key_id`;
}
