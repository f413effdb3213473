import * as z from 'zod';

import type { AccountEntry, GroupEntry, GroupReference } from './account-records.ts';
import { integerId, joinedAt, storableText } from './own-format.ts';

/** Absent where the export has natural primary keys. */
const primaryKey = integerId.nullish();

/** A foreign key: an id of the other installation, or a natural key, `["name"]`. */
const reference = z.union([
  integerId.transform((id): GroupReference => ({ kind: 'id', id, isOurs: false })),
  z.tuple([storableText]).transform(([name]): GroupReference => ({ kind: 'name', name })),
]);

const permissions = z.array(z.unknown()).nullish();

/** A record of `auth.group` as Django's serializer writes it. */
export const djangoGroup = z
  .object({ pk: primaryKey, fields: z.object({ name: storableText, permissions }) })
  .transform(({ pk, fields }): GroupEntry => ({
    id: pk ?? null,
    name: fields.name,
    isAdministrator: false,
    permissions: [],
    hasOtherPermissions: (fields.permissions ?? []).length > 0,
  }));

/** A record of `auth.user` as Django's serializer writes it. */
export const djangoAccount = z
  .object({
    pk: primaryKey,
    fields: z.object({
      username: storableText,
      email: storableText.nullish(),
      first_name: storableText.nullish(),
      last_name: storableText.nullish(),
      password: storableText.nullish(),
      is_active: z.boolean().nullish(),
      date_joined: joinedAt,
      is_superuser: z.boolean().nullish(),
      groups: z.array(reference).nullish(),
      user_permissions: permissions,
    }),
  })
  .transform(({ pk, fields }): AccountEntry => ({
    id: pk ?? null,
    username: fields.username,
    email: fields.email ?? '',
    firstName: fields.first_name ?? '',
    lastName: fields.last_name ?? '',
    isActive: fields.is_active ?? true,
    isAdministrator: fields.is_superuser ?? false,
    passwordHash: fields.password ?? null,
    joinedAt: fields.date_joined ?? null,
    groups: fields.groups ?? [],
    hasOtherPermissions: (fields.user_permissions ?? []).length > 0,
  }));
