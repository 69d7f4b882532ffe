// The options of scripts that measure and try. Asked with --help they say what there is, and asked wrongly too (exit status 2).
import { parseArgs } from 'node:util';

/** `numbers` are options that must be above 0; `choices` has what an option may be, each of which may be repeated. */
export function readOptions(usage, options, { numbers = [], choices = {} }) {
  const refuse = (message) => {
    console.error(`${message}\n\n${usage}`);
    process.exit(2);
  };
  let values;
  try {
    ({ values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }));
  } catch (error) {
    refuse(error.message);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  for (const name of numbers) if (!(Number(values[name]) > 0)) refuse(`--${name} must be a number above 0.`);
  for (const [name, allowed] of Object.entries(choices)) {
    for (const value of values[name] ?? [])
      if (!allowed.includes(value)) refuse(`--${name} ${value} is none of ${allowed.join(', ')}.`);
  }
  return values;
}
