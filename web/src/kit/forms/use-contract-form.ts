import type { FieldProblem } from '@florin/contract/errors';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import * as v from 'valibot';
import { kitWords } from '../../messages/en/kit.ts';
import { issueText } from './issue-text.ts';

type Words<T> = { [F in keyof T]?: Partial<Record<FieldProblem | (string & {}), string>> };

/**
 * A form on a schema of the contract: checked on blur, then on change, and always on submit. The schema's issues are
 * field problems; `words` gives a field its own sentence for a problem. A page that starts in its field is checked on
 * submit first: a sentence that appears when the field is left moves the button below it from under the pointer.
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
    // The resolver reads the Standard Schema of valibot; its own types do not know how wide ours are.
    resolver: standardSchemaResolver(schema as never) as never,
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
  /** The schema contains the limit; a text that only the server finds too long has none here. */
  const tooLongText = (field: Path<In>, problem: string): string | null => {
    const issue =
      problem === 'tooLong' &&
      v
        .safeParse(schema, form.getValues())
        .issues?.find(({ type, path }) => type === 'max_length' && path?.[0]?.key === field);
    return issue ? issueText(issue) : null;
  };
  /** What a field of the kit needs: its name, its handlers and its sentence. */
  const field = (name: Path<In>) => {
    const problem = form.getFieldState(name, form.formState).error?.message;
    return { ...form.register(name), error: problem === undefined ? null : sentence(name, problem) };
  };
  /** Marks the fields that the server's VALIDATION answer names, and moves to the first. */
  const refuse = (fields: readonly { Field: string; Problem: string }[]) =>
    fields.forEach(({ Field, Problem }, index) =>
      form.setError(Field as Path<In>, { message: Problem }, { shouldFocus: index === 0 }),
    );
  return { ...form, field, refuse };
}
