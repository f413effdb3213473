import * as z from 'zod';

import { uploadForm } from '../../../lib/http/schemas/files.ts';
import type { TestWriter } from '../writing/writers.ts';

export type UploadForm = z.output<typeof uploadForm>;

/** What POST /files says of a file. */
export type AnnouncedFile = {
  readonly name: string;
  readonly type: string;
  readonly size: number;
};

export const pngBytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const jsonHeaders = { 'content-type': 'application/json' };

/** Sends POST /files. */
export const announce = async (writer: TestWriter, file: unknown): Promise<Response> =>
  writer.sendRequest('POST', '/files', file, jsonHeaders);

/** Announces a file. @throws Error if it is refused */
export async function requestForm(writer: TestWriter, file: AnnouncedFile): Promise<UploadForm> {
  const response = await announce(writer, file);
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return uploadForm.parse(await response.json());
}

/** Sends bytes with a form, as a browser does. */
export async function sendForm(
  { url, fields }: Pick<UploadForm, 'url' | 'fields'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes]), 'any name');
  return fetch(url, { method: 'POST', body: form });
}

/** Announces a file and sends its bytes. @returns its id */
export async function upload(
  writer: TestWriter,
  bytes: Uint8Array<ArrayBuffer> = pngBytes,
  file: Partial<AnnouncedFile> = {},
): Promise<string> {
  const form = await requestForm(writer, {
    name: 'mill.png',
    type: 'image/png',
    size: bytes.length,
    ...file,
  });
  const response = await sendForm(form, bytes);
  if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
  return form.file_id;
}
