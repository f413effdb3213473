/** The number of results on a page if the request has no limit. */
export const defaultResults = 25;

/** The largest number of results on a page. It is low, because each is compared with the names and values that the caller may see. */
export const maxResults = 100;
