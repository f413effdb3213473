import { raw } from 'hono/html';
import { FilterXSS } from 'xss';

import { html, type Html } from '../layout/html.ts';

/** A rich text contains one of these elements. Other texts that contain `<` are shown unchanged. */
const richTextPattern =
  /<\/?(?:p|br|b|i|u|em|strong|ul|ol|li|a|h[1-6]|blockquote|div|span|table)\b[^<>]*>/i;

const allowedElements =
  'p div br hr pre b i u em strong sub sup ul ol li dl dt dd blockquote table caption thead tbody tfoot tr th td'.split(
    ' ',
  );

/** A tag with more characters is shown as text: the filter would take minutes for its attributes. */
const maxTagLength = 2000;

/** Only formatting and links: no style, class, picture, form or script. */
const richTextFilter = new FilterXSS({
  allowList: { ...Object.fromEntries(allowedElements.map((name) => [name, []])), a: ['href'] },
  stripIgnoreTag: true,
  stripIgnoreTagBody: [
    'script',
    'style',
    'iframe',
    'object',
    'noscript',
    'template',
    'title',
    'textarea',
  ],
  css: false,
  onTag: (tag, tagText, { isClosing }) => {
    if (tagText.length > maxTagLength || !tagPattern.test(tagText)) return escapeTags(tagText);
    // The headings of a text must not become headings of the page.
    if (/^h[1-6]$/.test(tag)) return isClosing === true ? '</b></p>' : '<p><b>';
    return undefined;
  },
  onTagAttr: (_tag, name, value, isAllowed) => {
    const address = isAllowed ? safeLink(decodeEntities(value)) : undefined;
    return address === undefined ? '' : `${name}="${escapeAttribute(address)}"`;
  },
});

/** Matches a tag, but not an address in angle brackets. */
const tagPattern = /^<\/?[a-z][\w-]*(?::[\w-]+)?(?=[\s/>])/i;

/** Matches a `<` that begins no tag, as in `< 2 m` or in a text that was cut within a tag. */
const strayBracket = /<(?![a-z/!][^<]*>)/gi;

const escapeTags = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const elementsWithoutEnd: ReadonlySet<string> = new Set(['br', 'hr']);

/**
 * Closes the elements that a text leaves open, because the browser would otherwise show the rest of the page inside them. End tags that
 * close nothing are left out.
 * @param markup filtered, so that every `<` begins an allowed tag
 */
function balanceTags(markup: string): string {
  const openElements: string[] = [];
  const closeDownTo = (depth: number): string =>
    openElements
      .splice(depth)
      .toReversed()
      .map((name) => `</${name}>`)
      .join('');
  const balancedMarkup = markup.replaceAll(
    /<(\/?)([a-z][a-z\d]*)(?:[\s/][^<>]*)?>/gi,
    (tag, slash: string, tagName: string) => {
      const name = tagName.toLowerCase();
      if (elementsWithoutEnd.has(name)) return slash === '' ? tag : '';
      if (slash === '') openElements.push(name);
      else {
        const depth = openElements.lastIndexOf(name);
        return depth === -1 ? '' : closeDownTo(depth);
      }
      return tag;
    },
  );
  return balancedMarkup + closeDownTo(0);
}

/** Reduces a rich text to the allowed formatting. */
const richTextMarkup = (text: string): string =>
  balanceTags(richTextFilter.process(text.replaceAll(strayBracket, '&lt;')));

/**
 * Returns the address of a link if it is safe to follow: http, https or mailto.
 * @returns undefined for any other text
 */
export function safeLink(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return undefined;
  const url = new URL(address.trim());
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/**
 * Shows a text: with its formatting if it is rich text, otherwise with its line breaks.
 * @rule Requests: Which formatting of a text does a page keep?
 * @param maxLength the length at which the text is cut; a text that is cut loses its formatting
 * @param language its tag, if it is not the language of the page
 */
export function textHtml(text: string, maxLength = Infinity, language?: string): Html {
  const attributes =
    language === undefined ? html`dir="auto"` : html`lang="${language}" dir="auto"`;
  if (text.length > maxLength)
    return html`<span class="text" ${attributes}>${cutText(text, maxLength)}</span>`;
  return richTextPattern.test(text)
    ? html`<div class="rich" ${attributes}>${raw(richTextMarkup(text))}</div>`
    : html`<span class="text" ${attributes}>${withLinks(text)}</span>`;
}

/** An address within a text, without the punctuation after it. */
const addressPattern = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** A text in which addresses are links. */
function withLinks(text: string): Html {
  const addresses = [...text.matchAll(addressPattern)];
  const ends = [0, ...addresses.map(({ index, 0: address }) => index + address.length)];
  return html`${addresses.map(
    ({ index, 0: address }, position) =>
      html`${text.slice(ends[position], index)}${addressLink(address)}`,
  )}${text.slice(ends.at(-1))}`;
}

function addressLink(address: string): Html {
  const safeAddress = safeLink(address);
  return safeAddress === undefined
    ? html`${address}`
    : html`<a href="${safeAddress}" rel="nofollow noopener">${address}</a>`;
}

/** Returns the beginning of a text, without tags if it is rich text. A surrogate pair is not split. */
function cutText(text: string, maxLength: number): string {
  const textWithoutTags = richTextPattern.test(text) ? text.replaceAll(/<[^<>]*>/g, ' ') : text;
  return `${textWithoutTags.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Decodes the entities that can be part of an address, so that they cannot hide its protocol. */
function decodeEntities(value: string): string {
  return value
    .replaceAll(/&#x([\da-f]{1,6});?/gi, (_match, digits: string) => decodeCodePoint(digits, 16))
    .replaceAll(/&#(\d{1,7});?/g, (_match, digits: string) => decodeCodePoint(digits, 10))
    .replaceAll(/&(?:colon|tab|newline);/gi, (name) =>
      name.toLowerCase() === '&colon;' ? ':' : '',
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function decodeCodePoint(digits: string, radix: number): string {
  const codePoint = Number.parseInt(digits, radix);
  return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : '';
}
