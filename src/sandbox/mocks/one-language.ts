// Imported before Prism, which makes words with Faker, in English, and would load its 58 languages, for a second. This leaves it the one.
import { createRequire, Module } from 'node:module';

const ofPrism = createRequire(createRequire(__filename).resolve('@stoplight/prism-http'));
const whole = ofPrism.resolve('@faker-js/faker');

if (!ofPrism.cache[whole]) {
  const english = new Module(whole);
  const faker: unknown = ofPrism('@faker-js/faker/locale/en');
  Object.assign(english, { exports: { faker, default: faker }, loaded: true });
  ofPrism.cache[whole] = english;
}
