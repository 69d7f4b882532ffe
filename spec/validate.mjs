// Validates both editions of the contract as generators do: against the schemas of OpenAPI, with every reference resolved.
import SwaggerParser from '@apidevtools/swagger-parser';
import { fileURLToPath } from 'node:url';

for (const name of ['openapi.json', 'openapi-3.0.json']) {
  const { openapi } = await SwaggerParser.validate(
    fileURLToPath(new URL(`../generated/${name}`, import.meta.url)),
  );
  console.log(`generated/${name} is valid OpenAPI ${openapi}.`);
}
