// The schema that every report in JSON holds to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { ROOT } from './cli';

const validate = addFormats(new Ajv2020({ allowUnionTypes: true })).compile(
  JSON.parse(readFileSync(join(ROOT, 'src/review/reports/report.schema.json'), 'utf8')) as object,
);

/** What is wrong with a report; null when nothing is. */
export const reportFaults = (report: unknown): unknown => (validate(report) ? null : validate.errors);
