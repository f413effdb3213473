/** The maximum number of characters of a descriptor. It is only for display: the tile has the complete text. */
export const maxDescriptorLength = 20_000;

/**
 * Cuts a text that is too long.
 * @rule Names and relations: How is a name cut?
 */
export const truncateDescriptor = (text: string): string => truncateText(text, maxDescriptorLength);

/** Cuts a text that is too long, so that it ends with an ellipsis. A surrogate pair is not split. @param maxLength in UTF-16 units */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
