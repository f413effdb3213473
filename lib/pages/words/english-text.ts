import { html, type Html } from '../layout/html.ts';
import type { Words } from './words.ts';

/** Shows a text that exists only in English, such as a message of the API. On a page in another language it says so. */
export const englishText = (text: string, { language }: Words): Html =>
  language === 'en' ? html`${text}` : html`<span lang="en" dir="ltr">${text}</span>`;

/** The main part of a page whose texts exist only in English. */
export const englishMain = (content: Html): Html => html`<div lang="en" dir="ltr">${content}</div>`;
