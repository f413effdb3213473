/** An XML element: its qualified name, its attributes, and text or child elements. */
export type XmlElement = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content?: string | readonly XmlElement[];
};

/** Writes an XML document in UTF-8, two spaces a level. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}`;
}

function elementText({ name, attributes = {}, content = [] }: XmlElement, margin: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${margin}<${name}${written.join('')}`;
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>\n`;
  if (content.length === 0) return `${start}/>\n`;
  const children = content.map((child) => elementText(child, `${margin}  `));
  return `${start}>\n${children.join('')}${margin}</${name}>\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
