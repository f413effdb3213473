/** The maximum length of the name of a file. */
const maxNameLength = 150;

/** Control characters, and those that change the direction of a text or are not seen. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes the name of a file safe for the folders of any system: without a path, hidden characters, and those that systems reserve.
 * @rule Files: Under which name is a file saved?
 */
export function safeFileName(name: string): string {
  const base = name
    .replaceAll(hiddenCharacters, '')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '');
  const safe = (base ?? '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/(?<![.\s])[.\s]+$/, '');
  return safe === '' ? 'file' : shortenName(safe);
}

/** Cuts a name that is too long before its extension. */
function shortenName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxNameLength) return name;
  const [extension = ''] = /\.[^.]{1,10}$/u.exec(name) ?? [];
  return letters.slice(0, maxNameLength - extension.length).join('') + extension;
}

/** The header `Content-Disposition` of a file that browsers show. */
export const inlineDisposition = (name: string): string => formatDisposition('inline', name);

/** The header `Content-Disposition` of a file that browsers save. */
export const attachmentDisposition = (name: string): string =>
  formatDisposition('attachment', name);

/**
 * Formats the header (RFC 6266), with the name in ASCII, and in UTF-8 (RFC 8187) if that differs.
 * @rule Files: How does `Content-Disposition` name a file?
 */
function formatDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safeName = safeFileName(name);
  const ascii = safeName.replaceAll(/[^\u0020-\u007e]/gu, '_').replaceAll(/[%;']/g, '_');
  const extended = ascii === safeName ? '' : `; filename*=UTF-8''${encodeExtendedValue(safeName)}`;
  return `${kind}; filename="${ascii}"${extended}`;
}

/** Encodes a text as an extended value (RFC 8187, section 3.2.1). */
function encodeExtendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
}
