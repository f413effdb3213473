import type { DescribedFile } from '../../model/files/described-file.ts';
import type { Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { creditLine } from './credit-line.ts';
import { pictureElement } from './picture-element.ts';
import type { ShownPicture } from './shown-pictures.ts';

/** The picture of a resource instance in a list. */
export type ListedPicture = {
  readonly picture: ShownPicture;
  readonly file: DescribedFile | undefined;
};

type Reader = { readonly languages: readonly string[]; readonly paths: Site };

/** The picture of an item of a list. It says nothing to who does not see it unless it has a text of its own. */
export const listedPicture = ({ picture, file }: ListedPicture, reader: Reader): Html =>
  pictureElement(
    picture,
    { altText: file?.altText ?? null, title: file?.title ?? null, name: '' },
    reader,
  );

/** Who is to be named with the picture of an item of a list. */
export const listedCredit = ({ file }: ListedPicture, reader: Reader): Html | undefined =>
  creditLine(file?.attribution ?? null, reader);
