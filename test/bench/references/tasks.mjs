// The contract, and the tasks that its list shows, which are the demo tasks of the sandbox.
import { readFileSync } from 'node:fs';

export const contract = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
);

const { content } = contract.paths['/tasks'].get.responses['200'];
const [example] = Object.values(content['application/json'].examples);
export const tasks = example.value.data;
