// Facts about schemas that are found out once.
import type { View } from './resolved-schema';

/** Each fact is found out once for each schema; a schema that asks for itself meanwhile gets an answer to go on with. */
export const cached = <Fact>(read: (view: View) => Fact, whileReading: Fact) => {
  const known = new WeakMap<View, Fact>();
  return (view: View): Fact => {
    if (!known.has(view)) {
      known.set(view, whileReading);
      known.set(view, read(view));
    }
    return known.get(view)!;
  };
};
