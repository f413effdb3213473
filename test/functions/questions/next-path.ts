/** The path of the next page in the links of a response. */
export const nextPath = (response: Response): string | undefined =>
  /<https?:\/\/[^/]+([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
