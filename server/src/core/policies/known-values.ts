import { categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { PolicyLayer, PolicyProblem, Rule } from '@florin/contract/cards/policies/spend-rules';
import { usStates } from '@florin/contract/us-states';
import { countryCodes } from '../../ports/card-processor/countries.ts';

const countries: ReadonlySet<string> = new Set(countryCodes);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** @param code ISO 3166-1 alpha-2 */
export const isCountry = (code: string): boolean => countries.has(code);
/** @param code ISO 4217 */
export const isCurrency = (code: string): boolean => currencies.has(code);
/** @param code ISO 18245 */
export const isCategory = (code: number): boolean => categoryName(code) !== null;

const known: Readonly<Record<string, (value: string) => boolean>> = {
  country: isCountry,
  currency: isCurrency,
  state: (value) => value in usStates,
  mcc: (value) => isCategory(Number(value)),
};

/**
 * Rules that name a country, a state, a currency or a category that does not exist: an allow list of them would decline
 * everything. A temporary exception may name whatever the network has sent.
 */
export function unknownValues(rules: readonly Rule[], layer: PolicyLayer): PolicyProblem[] {
  if (layer === 'OVERRIDE') return [];
  return rules.flatMap((rule, index): PolicyProblem[] => {
    const isKnown = rule.kind === 'allow' || rule.kind === 'block' ? known[rule.field] : undefined;
    return isKnown && 'values' in rule && !rule.values.every(isKnown)
      ? [{ rule: index, problem: 'value', other: null }]
      : [];
  });
}
