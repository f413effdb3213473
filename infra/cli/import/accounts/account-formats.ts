import * as z from 'zod';

import type { AccountEntry, GroupEntry, GroupReference } from './account-records.ts';

/** Text that PostgreSQL can store: no U+0000, no half of a surrogate pair. */
const storableText = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'has a character that cannot be stored',
  );

const optionalText = storableText.nullish().transform((text) => text ?? '');
const optionalId = z.int32().positive().nullish();
const optionalFlag = z.boolean().nullish();
/** A time without a zone is in UTC. */
const optionalTime = z.iso.datetime({ offset: true, local: true }).nullish();
const names = { email: optionalText, first_name: optionalText, last_name: optionalText };

const ownReference = z
  .union([z.int32().positive(), storableText])
  .transform((value): GroupReference =>
    typeof value === 'number'
      ? { kind: 'id', id: value, isOurs: true }
      : { kind: 'name', name: value },
  );

/** A group in our own format. */
export const ownGroup = z
  .strictObject({
    id: optionalId,
    name: storableText,
    permissions: z.array(z.enum(['read', 'write', 'delete', 'history'])).nullish(),
    is_administrator: optionalFlag,
  })
  .transform((group): GroupEntry => ({
    id: group.id ?? null,
    name: group.name,
    isAdministrator: group.is_administrator ?? false,
    permissions: group.permissions ?? [],
    hasOtherPermissions: false,
  }));

/** An account in our own format. Unknown keys are refused: a misspelled one could open or close something. */
export const ownAccount = z
  .strictObject({
    id: optionalId,
    username: storableText,
    ...names,
    is_active: optionalFlag,
    is_administrator: optionalFlag,
    password_hash: storableText.nullish(),
    date_joined: optionalTime,
    groups: z.array(ownReference).nullish(),
  })
  .transform((account): AccountEntry => ({
    id: account.id ?? null,
    username: account.username,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    isActive: account.is_active ?? true,
    isAdministrator: account.is_administrator ?? false,
    passwordHash: account.password_hash ?? null,
    joinedAt: account.date_joined ?? null,
    groups: account.groups ?? [],
    hasOtherPermissions: false,
  }));

/** A foreign key of Django: an id of the other installation, or a natural key, `["name"]`. */
const djangoReference = z.union([
  z
    .int32()
    .positive()
    .transform((id): GroupReference => ({ kind: 'id', id, isOurs: false })),
  z.tuple([storableText]).transform(([name]): GroupReference => ({ kind: 'name', name })),
]);

const djangoPermissions = z
  .array(z.unknown())
  .nullish()
  .transform((permissions) => (permissions ?? []).length > 0);

/** A record of `auth.group` as Django's serializer writes it. An export with natural keys has no `pk`. */
export const djangoGroup = z
  .object({
    pk: optionalId,
    fields: z.object({ name: storableText, permissions: djangoPermissions }),
  })
  .transform(({ pk, fields }): GroupEntry => ({
    id: pk ?? null,
    name: fields.name,
    isAdministrator: false,
    permissions: [],
    hasOtherPermissions: fields.permissions,
  }));

/** A record of `auth.user` as Django's serializer writes it. */
export const djangoAccount = z
  .object({
    pk: optionalId,
    fields: z.object({
      username: storableText,
      ...names,
      password: storableText.nullish(),
      is_active: optionalFlag,
      date_joined: optionalTime,
      is_superuser: optionalFlag,
      groups: z.array(djangoReference).nullish(),
      user_permissions: djangoPermissions,
    }),
  })
  .transform(({ pk, fields }): AccountEntry => ({
    id: pk ?? null,
    username: fields.username,
    email: fields.email,
    firstName: fields.first_name,
    lastName: fields.last_name,
    isActive: fields.is_active ?? true,
    isAdministrator: fields.is_superuser ?? false,
    passwordHash: fields.password ?? null,
    joinedAt: fields.date_joined ?? null,
    groups: fields.groups ?? [],
    hasOtherPermissions: fields.user_permissions,
  }));
