import * as z from 'zod';

import { collectionBody, itemBody, itemsBody } from '../../../lib/http/schemas/ogc.ts';
import type { TestService } from '../../support/service.ts';

export type Items = z.output<typeof itemsBody>;

/** Reads a page of features, and checks it against its schema. */
export async function itemsAt(service: TestService, path: string): Promise<Items> {
  return itemsBody.parse(await service.fetchJson(path));
}

/** Reads a feature, and checks it against its schema. */
export async function itemAt(service: TestService, path: string) {
  return itemBody.parse(await service.fetchJson(path));
}

/** Reads a collection, and checks it against its schema. */
export async function collectionAt(service: TestService, path: string) {
  return collectionBody.parse(await service.fetchJson(path));
}

/** The path of the next page, from the links of a page. */
export function nextOf({ links }: Items): string | undefined {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return href?.slice(href.indexOf('/ogc/'));
}

/** The pages from a first one on, by their links to the next page. */
export async function followed(service: TestService, first: string): Promise<readonly Items[]> {
  const pages: Items[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const page: Items = await itemsAt(service, path);
    pages.push(page);
    path = nextOf(page);
  }
  return pages;
}
