import * as z from 'zod';

/** Whether an answer is a list with items. */
export const isNonemptyList = (body: string): boolean => body !== '[]';

/** Whether a member of an answer is a list with items. */
export const hasItemsIn =
  (name: string) =>
  (body: string): boolean => {
    const { [name]: list } = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    return Array.isArray(list) && list.length > 0;
  };

/** How to request one item of a list. */
export const oneOf = (list: string) => ({ query: 'limit=1', isDataIn: hasItemsIn(list) });

/** Whether a search in the layout of the reference platform has hits. */
export const hasHits = (body: string): boolean => !body.includes('"total_results":0');
