/** The ids that a statement joined by commas; none where it found none. */
export function idList(joined: unknown): readonly string[] {
  return typeof joined === 'string' && joined !== '' ? joined.split(',') : [];
}
