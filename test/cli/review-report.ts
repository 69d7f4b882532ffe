// Validates review reports against their JSON schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { ROOT } from '../support/cli';

const validate = addFormats(new Ajv2020({ allowUnionTypes: true })).compile(
  JSON.parse(readFileSync(join(ROOT, 'src/review/reports/report.schema.json'), 'utf8')) as object,
);

/** Returns the schema violations of a report; null when it is valid. */
export const reportFaults = (report: unknown): unknown => (validate(report) ? null : validate.errors);
