import { InvalidArgumentError } from 'commander';

/**
 * Reads names of permissions, separated by commas; `none` stands for no permission.
 * @param known the permissions that there are
 * @param alone words that stand for themselves and go with no permission, such as `no_access`
 * @returns the names given; none for `none`
 * @throws InvalidArgumentError that names what is not known
 */
export function readPermissions(
  text: string,
  known: readonly string[],
  alone: readonly string[] = [],
): ReadonlySet<string> {
  if (text === 'none') return new Set();
  if (alone.includes(text)) return new Set([text]);
  const named = text.split(',').map((name) => name.trim());
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length === 0) return new Set(named);
  const lonely = unknown.every((name) => name === 'none' || alone.includes(name));
  const listed = [known.join(', '), ...['none', ...alone].map((name) => `or ${name}`)].join(', ');
  throw new InvalidArgumentError(
    lonely
      ? `${unknown.join(', ')} goes with nothing else.`
      : `Unknown: ${unknown.join(', ')}. Use ${listed}.`,
  );
}
