/* Records as `manage.py dumpdata auth` of Django writes them. */

type Json = Record<string, unknown>;

export type DjangoRecord = { readonly model: string; readonly pk: number; readonly fields: Json };

/** A hash of `lètmein` as Django's PBKDF2PasswordHasher writes it, with fewer iterations. */
export const pbkdf2Hash =
  'pbkdf2_sha256$1000$tGqyKAL3ZOSo$UAoHAi/Hh4PHZ8VT5qEGM0nxM6OoMIpTe9pfQ+f1Yt4=';

export function group(pk: number, name: string, permissions: readonly number[] = []): DjangoRecord {
  return { model: 'auth.group', pk, fields: { name, permissions } };
}

/** An account without a password. @param changes fields to replace */
export function user(pk: number, username: string, changes: Json = {}): DjangoRecord {
  return {
    model: 'auth.user',
    pk,
    fields: {
      password: '!nobody',
      last_login: null,
      is_superuser: false,
      username,
      first_name: '',
      last_name: '',
      email: '',
      is_staff: false,
      is_active: true,
      date_joined: '2019-05-01T10:00:00Z',
      groups: [],
      user_permissions: [],
      ...changes,
    },
  };
}

/** Two groups and three accounts: an administrator, a surveyor and a deactivated account. */
export function djangoDump(): readonly DjangoRecord[] {
  return [
    group(5, 'Graph Editor'),
    group(40, 'Surveyors'),
    user(1, 'root', {
      password: pbkdf2Hash,
      is_superuser: true,
      groups: [5, ['Resource Editor']],
    }),
    user(50, 'vera', {
      password: pbkdf2Hash,
      email: 'vera@example.org',
      first_name: 'Vera',
      last_name: 'Vogel',
      groups: [40, ['Guest']],
    }),
    user(51, 'gone', { is_active: false }),
  ];
}
