// faker, which Prism loads with the words of all languages, comes when a schema first asks for it with `x-faker`: it is a second of CPU, and few ever ask.
import { Module, createRequire } from 'node:module';

type Faker = Record<string, unknown>;

/** To be called before Prism is loaded. */
export function putOffFaker(): void {
  const requireForPrism = createRequire(createRequire(__filename).resolve('@stoplight/prism-http'));
  const { cache } = requireForPrism;
  const file = requireForPrism.resolve('@faker-js/faker');
  if (cache[file]) return; // it is there, or put off already
  const inItsPlace = new Module(file);
  let faker: Faker | undefined;
  const load = (): Faker => {
    delete cache[file];
    return (requireForPrism(file) as { default: Faker }).default;
  };
  inItsPlace.exports = { default: new Proxy({}, { get: (_none, part) => (faker ??= load())[String(part)] }) };
  inItsPlace.loaded = true;
  cache[file] = inItsPlace;
}
