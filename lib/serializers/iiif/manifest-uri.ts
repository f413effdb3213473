/** The context of documents of the IIIF Presentation API. */
export const presentationContext = 'http://iiif.io/api/presentation/3/context.json';

/** The URI of the pictures of a resource instance as a manifest. */
export const manifestUri = (baseUrl: string, resourceId: string): string =>
  `${baseUrl}/iiif/${resourceId}/manifest`;
