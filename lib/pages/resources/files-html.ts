import { describeFile, type DescribedFile } from '../../model/files/described-file.ts';
import { formatSize } from '../layout/format-size.ts';
import { html, type Html } from '../layout/html.ts';
import { textInLanguage } from '../words/text-in-language.ts';
import { creditLine } from './credit-line.ts';
import type { ShownPicture } from './shown-pictures.ts';
import { pictureElement } from './picture-element.ts';
import type { Site } from '../layout/site.ts';

/** A stored or removed file, as pages show it. */
export type ShownFile = {
  /** Null if its bytes were removed for good. */
  readonly byteCount: number | null;
  /** Undefined for a file that is no picture, and as long as it has no copies for pages. */
  readonly picture: ShownPicture | undefined;
};

/** What is known of the files of values, and who reads them. */
export type FileContext = {
  /** A file whose bytes are stored, or were removed for good. */
  readonly file: (fileId: string) => ShownFile | undefined;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly paths: Site;
};

/**
 * Shows the files of a value, if it has any: a gallery of the pictures, then links to other stored files with their sizes, and the names of those that are
 * not stored, with their addresses as tooltips.
 */
export function filesHtml(elements: readonly unknown[], context: FileContext): Html | undefined {
  const files = elements.flatMap((element) => describeFile(element) ?? []);
  const pictures: Html[] = [];
  const others: Html[] = [];
  for (const file of files) {
    const stored = context.file(file.fileId);
    if (stored?.picture === undefined) others.push(fileLine(file, stored, context));
    else pictures.push(pictureFigure(file, stored.picture, context));
  }
  const parts = [list(pictures, 'gallery'), list(others, 'files')].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : html`${parts}`;
}

function list(items: readonly Html[], kind: 'gallery' | 'files'): Html | undefined {
  if (items.length < 2) return items[0];
  return html`<ul class="${kind}">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** A picture that leads to its file, with its title or name, its description, and who is to be named. */
function pictureFigure(file: DescribedFile, picture: ShownPicture, context: FileContext): Html {
  const { languages, paths } = context;
  const { words } = paths;
  const { description, attribution } = file;
  return html`<figure class="picture">
    <a href="${paths.file(file.fileId)}">${pictureElement(picture, file, context)}</a>
    <figcaption>
      <span dir="auto">${textInLanguage(file.title, file.name, languages, words)}</span>
      ${description !== null && html`<span dir="auto">${textInLanguage(description, '', languages, words)}</span>`}
      ${creditLine(attribution, context)}
    </figcaption>
  </figure>`;
}

function fileLine(
  { fileId, name, address, isPicture }: DescribedFile,
  stored: ShownFile | undefined,
  { paths }: FileContext,
): Html {
  const { words } = paths;
  if (stored === undefined) return html`<span dir="auto" title="${address}">${name}</span>`;
  if (stored.byteCount === null)
    return html`<span dir="auto">${name}</span> (${words.text('values.removed')})`;
  const size = formatSize(stored.byteCount, words);
  return html`<a href="${paths.file(fileId)}" dir="auto">${name}</a>
    (${isPicture ? words.text('files.no-preview', { size }) : size})`;
}
