const acronyms: Readonly<Record<string, string>> = {
  geojson: 'GeoJSON',
  oauth: 'OAuth',
  ogc: 'OGC API',
};

/** The title of a subject. @param name as in the OpenAPI document, such as `spatial-views` */
export function subjectTitle(name: string): string {
  const words = acronyms[name] ?? name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
