import { InvalidArgumentError } from 'commander';

/**
 * Reads names of permissions, separated by commas; `none` means no permission.
 * @param exclusive a word that cannot be combined with permissions, such as `no_access`
 * @returns the named permissions, or the exclusive word
 * @throws InvalidArgumentError with the names that are not valid
 */
export function readPermissions(
  text: string,
  permissions: readonly string[],
  exclusive?: string,
): ReadonlySet<string> {
  if (text === 'none') return new Set();
  if (text === exclusive) return new Set([text]);
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !permissions.includes(name));
  if (unknown.length === 0) return new Set(names);
  const alone = ['none', ...(exclusive === undefined ? [] : [exclusive])];
  const choices = [...permissions, ...alone.map((name) => `or ${name}`)].join(', ');
  throw new InvalidArgumentError(
    unknown.every((name) => alone.includes(name))
      ? `${unknown.join(', ')} cannot be combined with anything else.`
      : `Unknown: ${unknown.join(', ')}. Use ${choices}.`,
  );
}
