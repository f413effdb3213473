/** Who changes accounts, groups, grants and applications. */
export type ChangeAuthor = {
  /** The account that is signed in on a page; null for an operator with the command line. */
  readonly accountId: number | null;
  /** The username of the account, or the name of the operator. */
  readonly name: string;
};

/** What can happen to accounts, groups, grants and applications, as a sentence that the name of the target completes. */
const titlesByEvent = {
  'account-created': 'Created the account',
  'account-activated': 'Activated the account',
  'account-deactivated': 'Deactivated the account',
  'account-password-changed': 'Changed the password of the account',
  'accounts-imported': 'Imported accounts from',
  'accounts-and-rights-import-begun': 'Began to import accounts and rights from',
  'accounts-and-rights-imported': 'Imported accounts and rights from',
  'application-registered': 'Registered the application',
  'application-changed': 'Changed the application',
  'application-deleted': 'Deleted the application',
  'client-secret-replaced': 'Replaced the secret of the application',
  'group-created': 'Created the group',
  'group-changed': 'Changed the group',
  'group-deleted': 'Deleted the group',
  'member-added': 'Added to a group the account',
  'member-removed': 'Removed from a group the account',
  'nodegroup-grant-changed': 'Changed the grant on the nodegroup',
  'nodegroup-grant-removed': 'Removed the grant on the nodegroup',
  'resource-grant-changed': 'Changed the grant on the resource instance',
  'resource-grant-removed': 'Removed the grant on the resource instance',
  'package-restored': 'Restored the package',
} as const;

export type AccessEvent = keyof typeof titlesByEvent;

/** The properties of a target that a change may show, without secrets and their hashes. */
export type AccessFacts = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** A recorded change of an account, group, grant or application. */
export type AccessChange = {
  /** ISO 8601. */
  readonly changedAt: string;
  readonly author: string;
  /** Whether the author is an account, and not an operator. */
  readonly isByAccount: boolean;
  /** An AccessEvent, or that of a later version of this service. */
  readonly event: string;
  /** The name that the target had then. */
  readonly target: string;
  /** null if the target was new. */
  readonly before: AccessFacts | null;
  /** null if the target was deleted. */
  readonly after: AccessFacts | null;
};

const titles: ReadonlyMap<string, string> = new Map(Object.entries(titlesByEvent));

/** Describes what was changed: `Changed the group Guest`. */
export function describeAccessChange({ event, target }: AccessChange): string {
  return `${titles.get(event) ?? event} ${target}`;
}

/** Describes who made a change: `anna`, or `operator jdoe`. */
export function describeChangeAuthor({ author, isByAccount }: AccessChange): string {
  return isByAccount ? author : `operator ${author}`;
}

/** Lists the facts that a new or deleted target has, or those that a change has changed: `rights: none → read`. */
export function listChangedFacts({ before, after }: AccessChange): readonly string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    const [valueBefore, valueAfter] = [formatFact(before?.[name]), formatFact(after?.[name])];
    const label = name.replaceAll('_', ' ');
    if (before !== null && after !== null)
      return valueBefore === valueAfter ? [] : [`${label}: ${valueBefore} → ${valueAfter}`];
    if ((before ?? after)?.[name] === null) return [];
    return [`${label}: ${before === null ? valueAfter : valueBefore}`];
  });
}

function formatFact(value: AccessFacts[string] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value?.join(', ') || 'none';
}
