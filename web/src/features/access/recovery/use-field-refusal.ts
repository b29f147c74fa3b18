import { useEffect } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import type { Said } from './forgot.ts';

/**
 * Puts the server's refusal of the field to the field, and moves there. `codes` names the refusals that are about it,
 * each with the problem it stands for. Returns whether the refusal at hand is one of them.
 */
export function useFieldRefusal<In extends FieldValues, Out extends FieldValues>(
  form: ReturnType<typeof useContractForm<In, Out>>,
  said: Said | null,
  field: Path<In>,
  codes: Readonly<Record<string, string>> = {},
): boolean {
  const refusal = said?.kind === 'refusal' ? said.error : null;
  const problem =
    refusal?.Code === 'VALIDATION'
      ? refusal.Fields.find(({ Field }) => Field === field)?.Problem
      : codes[refusal?.Code ?? ''];
  const { refuse } = form;
  useEffect(() => {
    if (problem !== undefined) refuse([{ Field: field, Problem: problem }]);
    // Once for each refusal, not at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [said]);
  return problem !== undefined;
}
