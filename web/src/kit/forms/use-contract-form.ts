import type { FieldProblem } from '@florin/contract/errors';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import * as v from 'valibot';
import { kitWords } from '../../messages/en/kit/kit.ts';
import { trimText } from './exact-text.ts';
import { issueText } from './issue-text.ts';

type Words<T> = { [F in keyof T]?: Partial<Record<FieldProblem | (string & {}), string>> };

/**
 * A form with a schema of the contract, checked on blur, then on change, and always on submit. The schema's issues are
 * field problems; `words` gives a field its own message for a problem. A page that starts in its field is first checked
 * on submit, because a message that appears on blur would move the button away from the pointer.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: v.GenericSchema<In, Out>,
  {
    defaultValues,
    words = {},
    mode = 'onBlur',
  }: { defaultValues: DefaultValues<In>; words?: Words<In>; mode?: 'onBlur' | 'onSubmit' },
) {
  const form = useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode,
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
  const sentence = (field: Path<In>, problem: string): string =>
    words[field]?.[problem] ??
    tooLongText(field, problem) ??
    kitWords.fieldProblems[problem as FieldProblem] ??
    problem;
  /** The schema contains the limit. A text that only the server finds too long has no limit here. */
  const tooLongText = (field: Path<In>, problem: string): string | null => {
    const issue =
      problem === 'tooLong' &&
      v
        .safeParse(schema, form.getValues())
        .issues?.find(({ type, path }) => type === 'max_length' && path?.[0]?.key === field);
    return issue ? issueText(issue) : null;
  };
  /** The properties of a kit field: its name, its handlers and its error message. */
  const field = (name: Path<In>) => {
    const problem = form.getFieldState(name, form.formState).error?.message;
    const { onBlur, ...registered } = form.register(name);
    const trimmed: typeof onBlur = (event: { target: unknown }) => {
      if (event.target instanceof HTMLInputElement) trimText(event.target);
      return onBlur(event);
    };
    return { ...registered, onBlur: trimmed, error: problem === undefined ? null : sentence(name, problem) };
  };
  /** Marks the fields that the server's VALIDATION answer names, and moves to the first. */
  const refuse = (fields: readonly { Field: string; Problem: string }[]) =>
    fields.forEach(({ Field, Problem }, index) =>
      form.setError(Field as Path<In>, { message: Problem }, { shouldFocus: index === 0 }),
    );
  return { ...form, field, refuse };
}
