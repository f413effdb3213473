/** The paths of the pages on the host, including the path of the base URL. */
export type PagePaths = {
  /** The path of the base URL, such as `/api`; empty if it has none. */
  readonly base: string;
  readonly home: string;
  readonly resources: string;
  readonly resource: (id: string) => string;
  readonly history: (resourceId: string) => string;
  readonly relations: (resourceId: string) => string;
  readonly concepts: string;
  readonly concept: (id: string) => string;
  readonly conceptResources: (conceptId: string) => string;
  readonly file: (id: string) => string;
  readonly graphs: string;
  readonly graph: (id: string) => string;
  readonly ogc: string;
  readonly collections: string;
  readonly collection: (id: string) => string;
  readonly changes: string;
  readonly exports: string;
  readonly map: string;
  readonly search: string;
  readonly docs: string;
  /** The operations of a subject. @param operation the id of one of them */
  readonly docsSubject: (subject: string, operation?: string) => string;
  readonly docsToken: string;
  /** A static file. @param name with the hash of its content */
  readonly asset: (name: string) => string;
  readonly signIn: string;
  readonly signOut: string;
  readonly applications: string;
  readonly register: string;
  readonly application: (id: string) => string;
  readonly update: (id: string) => string;
  readonly delete: (id: string) => string;
  readonly secret: (id: string) => string;
};

/** @param baseUrl the base URL of the service, without a slash at the end */
export function pagePaths(baseUrl: string): PagePaths {
  const base = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
  const applications = `${base}/o/applications/`;
  return {
    base,
    home: `${base}/`,
    resources: `${base}/resources/`,
    resource: (id) => `${base}/resources/${id}`,
    history: (resourceId) => `${base}/resources/${resourceId}/history`,
    relations: (resourceId) => `${base}/resources/${resourceId}/relations`,
    concepts: `${base}/rdm/concepts`,
    concept: (id) => `${base}/rdm/concepts/${id}`,
    conceptResources: (conceptId) => `${base}/rdm/concepts/${conceptId}/resources`,
    file: (id) => `${base}/files/${id}`,
    graphs: `${base}/graphs`,
    graph: (id) => `${base}/graphs/${id}`,
    ogc: `${base}/ogc`,
    collections: `${base}/ogc/collections`,
    collection: (id) => `${base}/ogc/collections/${encodeURIComponent(id)}`,
    changes: `${base}/history/`,
    exports: `${base}/exports`,
    map: `${base}/map`,
    search: `${base}/search`,
    docs: `${base}/docs`,
    docsSubject: (subject, operation) =>
      `${base}/docs/${subject}${operation === undefined ? '' : `#${operation}`}`,
    docsToken: `${base}/o/docs-token`,
    asset: (name) => `${base}/assets/${name}`,
    signIn: `${base}/o/sign-in`,
    signOut: `${base}/o/sign-out`,
    applications,
    register: `${applications}register`,
    application: (id) => `${applications}${id}`,
    update: (id) => `${applications}${id}/update`,
    delete: (id) => `${applications}${id}/delete`,
    secret: (id) => `${applications}${id}/secret`,
  };
}
