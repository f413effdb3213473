import * as z from 'zod';

import { collectionBody, itemBody, itemsBody } from '../../../lib/http/schemas/ogc.ts';
import type { TestService } from '../../support/service.ts';

export type Items = z.output<typeof itemsBody>;

/** Reads a page of features, and checks it against its schema. */
export async function readItems(service: TestService, path: string): Promise<Items> {
  return itemsBody.parse(await service.fetchJson(path));
}

/** Reads a feature, and checks it against its schema. */
export async function readItem(service: TestService, path: string) {
  return itemBody.parse(await service.fetchJson(path));
}

/** Reads a collection, and checks it against its schema. */
export async function readCollection(service: TestService, path: string) {
  return collectionBody.parse(await service.fetchJson(path));
}

/** Finds the path of the next page in the links of a page. */
export function nextPagePath({ links }: Items): string | undefined {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return href?.slice(href.indexOf('/ogc/'));
}

/** Reads the first page, and follows the links to all later pages. */
export async function readAllPages(
  service: TestService,
  firstPath: string,
): Promise<readonly Items[]> {
  const pages: Items[] = [];
  for (let path: string | undefined = firstPath; path !== undefined;) {
    const page: Items = await readItems(service, path);
    pages.push(page);
    path = nextPagePath(page);
  }
  return pages;
}
