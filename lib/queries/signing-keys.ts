import { jsonText, plain, sql, text, type Statement } from '../data-api/sql.ts';

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

/**
 * Takes away public keys that were followed by another one so long ago that nothing they signed can still be good.
 * @param seconds for which what is signed is good, and the private key may be kept in memory
 * @returns rows of the ids that were taken away
 */
export function removeRetiredKeys(seconds: number): Statement {
  return sql`delete from signing_key
where key_id in (
  select f.key_id
  from (
    select k.key_id, lead(k.created_at) over (order by k.created_at) as followed_at
    from signing_key k
  ) f
  where f.followed_at < clock_timestamp() - make_interval(secs => ${text(String(seconds))}::float8)
)
returning key_id`;
}
