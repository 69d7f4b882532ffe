// Parses the options of the bench and soak scripts. Prints the usage for --help and errors (exit status 2).
import { parseArgs } from 'node:util';

/** `numbers` lists options that must be above 0; `choices` has the allowed values of repeatable options. */
export function readOptions(usage, options, { numbers = [], choices = {} }) {
  const reject = (message) => {
    console.error(`${message}\n\n${usage}`);
    process.exit(2);
  };
  let values;
  try {
    ({ values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }));
  } catch (error) {
    reject(error.message);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  for (const name of numbers) if (!(Number(values[name]) > 0)) reject(`--${name} must be a number above 0.`);
  for (const [name, allowed] of Object.entries(choices)) {
    for (const value of values[name] ?? [])
      if (!allowed.includes(value)) reject(`--${name} ${value} is unknown. Use ${allowed.join(', ')}.`);
  }
  return values;
}
