import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';
import * as z from 'zod';

const frontTemplate = join(resolve(import.meta.dirname, '../..'), 'infra/aws/front.yml');

const templateSchema = z.object({
  Parameters: z.object({ TileParameterHeaders: z.object({ Default: z.string() }) }),
  Resources: z.object({
    TileCachePolicy: z.object({
      Properties: z.object({
        CachePolicyConfig: z.looseObject({
          ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
            EnableAcceptEncodingGzip: z.literal(true),
            EnableAcceptEncodingBrotli: z.literal(false),
            HeadersConfig: z.strictObject({
              HeaderBehavior: z.literal('whitelist'),
              Headers: z.object({
                'Fn::Split': z.tuple([z.literal(','), z.object({ 'Fn::Sub': z.string() })]),
              }),
            }),
            CookiesConfig: z.strictObject({ CookieBehavior: z.literal('all') }),
            QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.literal('all') }),
          }),
        }),
      }),
    }),
  }),
});

/** The request headers on which the front's cache of map tiles depends, in lower case; `listed` has those that the template lists. */
export async function readTileCacheKey(): Promise<{
  readonly listed: readonly string[];
  readonly all: ReadonlySet<string>;
}> {
  const template = templateSchema.parse(parse(await readFile(frontTemplate, 'utf8')));
  const { HeadersConfig } =
    template.Resources.TileCachePolicy.Properties.CachePolicyConfig
      .ParametersInCacheKeyAndForwardedToOrigin;
  const [, { 'Fn::Sub': names }] = HeadersConfig.Headers['Fn::Split'];
  const { Default: parameterHeaders } = template.Parameters.TileParameterHeaders;
  const listed = names.replace('${TileParameterHeaders}', parameterHeaders).split(',');
  return { listed, all: new Set([...listed, 'cookie', 'accept-encoding']) };
}
