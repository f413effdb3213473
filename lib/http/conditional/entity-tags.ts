/** An entity tag, without its quotes. */
export type EntityTag = { readonly text: string; readonly isWeak: boolean };

const tag = /(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"/;
const list = new RegExp(`^[ \\t,]*(?:${tag.source}[ \\t]*(?:,[ \\t,]*|$))+$`);

/**
 * Reads `If-Match` or `If-None-Match` (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2): a star that stands alone, or a list of entity
 * tags, whose elements may be empty (section 5.6.1).
 * @returns `any` for the star; undefined where the field is neither, so that nothing of it can be meant
 */
export function entityTags(field: string): readonly EntityTag[] | 'any' | undefined {
  if (/^[ \t]*\*[ \t]*$/.test(field)) return 'any';
  if (!list.test(field)) return undefined;
  return Array.from(field.matchAll(new RegExp(tag, 'g')), ([, weakness, text = '']) => ({
    text,
    isWeak: weakness !== undefined,
  }));
}
