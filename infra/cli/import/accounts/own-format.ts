import * as z from 'zod';

import type { AccountEntry, GroupEntry, GroupReference } from './account-records.ts';

/** Text that PostgreSQL can store: no U+0000, no half of a surrogate pair. */
export const storableText = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'has a character that cannot be stored',
  );

/** Ids of accounts and groups. */
export const integerId = z.int32().positive();

/** When an account was made. What has no zone is in UTC. */
export const joinedAt = z.iso.datetime({ offset: true, local: true }).nullish();

const reference = z
  .union([integerId, storableText])
  .transform((value): GroupReference =>
    typeof value === 'number'
      ? { kind: 'id', id: value, isOurs: true }
      : { kind: 'name', name: value },
  );

/** A group in our own shape. */
export const ownGroup = z
  .strictObject({
    id: integerId.nullish(),
    name: storableText,
    permissions: z.array(z.enum(['read', 'write', 'delete', 'history'])).nullish(),
    is_administrator: z.boolean().nullish(),
  })
  .transform(({ id, name, permissions, is_administrator: isAdministrator }): GroupEntry => ({
    id: id ?? null,
    name,
    isAdministrator: isAdministrator ?? false,
    permissions: permissions ?? [],
    hasOtherPermissions: false,
  }));

/** An account in our own shape. Keys that are not known are refused: a misspelled one would open or close something. */
export const ownAccount = z
  .strictObject({
    id: integerId.nullish(),
    username: storableText,
    email: storableText.nullish(),
    first_name: storableText.nullish(),
    last_name: storableText.nullish(),
    is_active: z.boolean().nullish(),
    is_administrator: z.boolean().nullish(),
    password_hash: storableText.nullish(),
    date_joined: joinedAt,
    groups: z.array(reference).nullish(),
  })
  .transform((account): AccountEntry => ({
    id: account.id ?? null,
    username: account.username,
    email: account.email ?? '',
    firstName: account.first_name ?? '',
    lastName: account.last_name ?? '',
    isActive: account.is_active ?? true,
    isAdministrator: account.is_administrator ?? false,
    passwordHash: account.password_hash ?? null,
    joinedAt: account.date_joined ?? null,
    groups: account.groups ?? [],
    hasOtherPermissions: false,
  }));
