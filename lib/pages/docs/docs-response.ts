import { placeholderBaseUrl } from '../../http/description/description-response.ts';
import { readDocs, type Docs } from '../../http/description/docs-groups.ts';
import openApi from '../../http/description/openapi.generated.json' with { type: 'json' };
import type { HttpResponse } from '../../http/responses/response.ts';
import { oncePerProcess } from '../../once-per-process.ts';
import { dataPageResponse } from '../html-page.ts';
import type { Html } from '../layout/html.ts';
import { pageSecurityPolicy } from '../security-policy.ts';
import type { Words } from '../words/words.ts';
import { docsStyle } from './docs-style.ts';

/** Reads the OpenAPI document of the service, with its base URL. */
export const loadDocs: (baseUrl: string) => Docs = oncePerProcess((baseUrl: string) => {
  const text = JSON.stringify(openApi).replaceAll(
    placeholderBaseUrl,
    JSON.stringify(baseUrl).slice(1, -1),
  );
  return readDocs(JSON.parse(text));
});

/** The response with a page of operations. @param script the script of the page @param words those around the English texts */
export const docsResponse = (page: Html, script: string, words: Words): HttpResponse =>
  dataPageResponse(page, words, {
    'Content-Security-Policy': pageSecurityPolicy({ styles: [docsStyle], scripts: [script] }),
  });
