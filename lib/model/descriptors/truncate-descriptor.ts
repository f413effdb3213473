/** The maximum number of characters of a descriptor. It is only for display: the tile has the complete text. */
export const maxDescriptorLength = 20_000;

/**
 * Cuts a text that is too long, so that it ends with an ellipsis. A surrogate pair is not split.
 * @rule Names and relations: How is a name cut?
 */
export function truncateDescriptor(text: string): string {
  if (text.length <= maxDescriptorLength) return text;
  return `${text.slice(0, maxDescriptorLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
