import * as z from 'zod';

import { isStorableTime } from '../../../../lib/json/storable.ts';
import type { AccountEntry, GroupEntry, GroupReference } from './account-records.ts';

/** A text that PostgreSQL can store: without U+0000 and half surrogate pairs. */
const storableTextSchema = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'has a character that cannot be stored',
  );

const optionalTextSchema = storableTextSchema.nullish().transform((text) => text ?? '');
const optionalIdSchema = z.int32().positive().nullish();
const optionalFlagSchema = z.boolean().nullish();
/** A time without a zone is in UTC. */
const optionalTimeSchema = z.iso
  .datetime({ offset: true, local: true })
  .refine((time) => isStorableTime(Date.parse(time)), 'is not in the years 1 to 9999')
  .nullish();
const nameMembers = {
  email: optionalTextSchema,
  first_name: optionalTextSchema,
  last_name: optionalTextSchema,
};

const groupReferenceSchema = z
  .union([z.int32().positive(), storableTextSchema])
  .transform((value): GroupReference =>
    typeof value === 'number'
      ? { kind: 'id', id: value, mayBeStored: true }
      : { kind: 'name', name: value },
  );

/** A group in the format of this service. */
export const serviceGroupSchema = z
  .strictObject({
    id: optionalIdSchema,
    name: storableTextSchema,
    permissions: z.array(z.enum(['read', 'write', 'delete', 'history'])).nullish(),
    is_administrator: optionalFlagSchema,
  })
  .transform((group): GroupEntry => ({
    id: group.id ?? null,
    name: group.name,
    isAdministrator: group.is_administrator ?? false,
    permissions: group.permissions ?? [],
    hasOtherPermissions: false,
  }));

/** An account in the format of this service. Unknown keys are errors, because a misspelled one could change the rights of an account. */
export const serviceAccountSchema = z
  .strictObject({
    id: optionalIdSchema,
    username: storableTextSchema,
    ...nameMembers,
    is_active: optionalFlagSchema,
    is_administrator: optionalFlagSchema,
    password_hash: storableTextSchema.nullish(),
    date_joined: optionalTimeSchema,
    groups: z.array(groupReferenceSchema).nullish(),
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

/** A foreign key in the format of Django: an id of the other installation, or a natural key such as `["name"]`. */
const djangoReferenceSchema = z.union([
  z
    .int32()
    .positive()
    .transform((id): GroupReference => ({ kind: 'id', id, mayBeStored: false })),
  z.tuple([storableTextSchema]).transform(([name]): GroupReference => ({ kind: 'name', name })),
]);

const djangoPermissionsSchema = z
  .array(z.unknown())
  .nullish()
  .transform((permissions) => (permissions ?? []).length > 0);

/** A record of `auth.group` in the format of Django's serializer. An export with natural keys has no `pk`. */
export const djangoGroupSchema = z
  .object({
    pk: optionalIdSchema,
    fields: z.object({ name: storableTextSchema, permissions: djangoPermissionsSchema }),
  })
  .transform(({ pk, fields }): GroupEntry => ({
    id: pk ?? null,
    name: fields.name,
    isAdministrator: false,
    permissions: [],
    hasOtherPermissions: fields.permissions,
  }));

/**
 * A record of `auth.user` in the format of Django's serializer.
 * @rule Imports and exports: How are imported accounts of Django read?
 */
export const djangoAccountSchema = z
  .object({
    pk: optionalIdSchema,
    fields: z.object({
      username: storableTextSchema,
      ...nameMembers,
      password: storableTextSchema.nullish(),
      is_active: optionalFlagSchema,
      date_joined: optionalTimeSchema,
      is_superuser: optionalFlagSchema,
      groups: z.array(djangoReferenceSchema).nullish(),
      user_permissions: djangoPermissionsSchema,
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
