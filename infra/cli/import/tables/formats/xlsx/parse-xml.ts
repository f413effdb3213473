import { SaxesParser } from '@rubensworks/saxes';

import { FileFormatError } from '../../../file-error.ts';

/** Receives the parts of a document. Names have no prefix of a namespace. */
export type XmlHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

/**
 * Parses XML while it is read. Entities that a document declares are not replaced, so that none can grow.
 * @param take takes what the handler has collected, after each part of the document
 * @throws FileFormatError `malformed_xlsx` if it is not well-formed
 */
export async function* parseXml<Item>(
  chunks: AsyncIterable<Uint8Array>,
  { open, close, text }: XmlHandler,
  take: () => Iterable<Item>,
): AsyncGenerator<Item> {
  const parser = new SaxesParser();
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('error', (cause) => {
    const message = `The workbook has XML that is not well-formed: ${cause.message}`;
    throw new FileFormatError('malformed_xlsx', message, {}, { cause });
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* take();
  }
  parser.write(decoder.decode()).close();
  yield* take();
}

/** Parses a whole document. @throws as `parseXml` */
export async function parseWholeXml(
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): Promise<void> {
  await Array.fromAsync(parseXml(chunks, handler, () => []));
}
