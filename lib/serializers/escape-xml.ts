// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 does not allow (section 2.2)
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex -- the same characters, and those with a special meaning
const charactersToEscape = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Escapes a text, or an IRI in an attribute. Quotation marks are not escaped, because IRIs contain none. Carriage returns
 * are escaped, because parsers convert a bare one into a line feed.
 */
export function escapeXml(text: string): string {
  if (!charactersToEscape.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replaceAll(invalidCharacters, '\ufffd');
}
