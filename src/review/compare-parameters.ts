// Parameters that come, go, or are sent in another way.
import type { EffectiveParameter } from './effective-parameters';
import { typesOf } from './schema-facts';
import type { ChangeCollector, Spot } from './change-collector';

const spotOf = (parameter: EffectiveParameter): Spot => ({
  where: `${parameter.in} parameter ${parameter.name}`,
  place: `parameter ${parameter.key}`,
});

export function compareParameters(ledger: ChangeCollector): void {
  const [base, head] = [ledger.base!.parameters, ledger.head!.parameters];
  for (const key of new Set([...base.keys(), ...head.keys()])) {
    const [was, is] = [base.get(key), head.get(key)];
    if (was && is) compareParameter(ledger, was, is);
    // A path has as many parameters as it has; one that is not described may be anything.
    else if (is && is.in !== 'path')
      ledger.add(
        is.required ? 'parameter-required-added' : 'parameter-added',
        spotOf(is),
        { after: is.name },
        { head: is.statedAt },
      );
    else if (was && was.in !== 'path')
      ledger.add('parameter-removed', spotOf(was), { before: was.name }, { base: was.statedAt });
  }
}

function compareParameter(ledger: ChangeCollector, was: EffectiveParameter, is: EffectiveParameter): void {
  const spot = spotOf(is);
  const at = { head: is.pointer };
  if (was.required !== is.required)
    ledger.add(
      is.required ? 'parameter-became-required' : 'parameter-became-optional',
      spot,
      { before: was.required, after: is.required },
      at,
    );
  if (was.deprecated !== is.deprecated)
    ledger.add(is.deprecated ? 'parameter-deprecated' : 'parameter-undeprecated', spot, {}, at);
  // Whether lists are exploded is seen only where there may be a list or an object.
  const isCompound = ledger
    .viewsOf(was.schema, is.schema)
    .some((view) => typesOf(view).has('array') || typesOf(view).has('object'));
  if (was.style !== is.style || (isCompound && was.explode !== is.explode)) {
    ledger.add(
      'parameter-style-changed',
      spot,
      { before: { style: was.style, explode: was.explode }, after: { style: is.style, explode: is.explode } },
      at,
    );
  }
  const [before, after] = [was.unjudged, is.unjudged];
  if (before !== after) ledger.add('unjudged-changed', spot, { before, after }, at);
  ledger.compareSchemas(was.schema, is.schema, 'request', spot);
}
