import { useRef, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import type { Message } from './FormMessage.tsx';
import { FormShell } from './FormShell.tsx';
import { TextAreaField, TextField } from './fields/TextField.tsx';

const submit = { label: 'Save', pending: 'Saving' };
const failed: Message = { severity: 'error', text: 'That did not work.', correlationId: '7F3K-20QX' };
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });

interface ExampleProps {
  /** What the server answers, in turn: null is a success. */
  answers?: (Message | null)[];
  /** The fields that are refused once the form was sent. */
  refused?: readonly string[];
  onSend?: (form: HTMLFormElement) => void;
  layout?: 'page' | 'panel';
  retries?: boolean;
}

/** A form whose answer comes when the test presses "Answer". */
function Example({ answers = [], refused = [], onSend, layout, retries = false }: ExampleProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Message | null>(null);
  const [isChecked, setChecked] = useState(false);
  const answer = useRef(0);
  const send = (form: HTMLFormElement) => {
    onSend?.(form);
    setPending(true);
  };
  return (
    <>
      <FormShell
        error={error}
        pending={pending}
        submit={submit}
        layout={layout ?? 'panel'}
        onSubmit={send}
        onRetry={retries ? () => setPending(true) : undefined}
      >
        {['First', 'Second', 'Third'].map((label) => (
          <TextField
            key={label}
            label={label}
            error={isChecked && refused.includes(label) ? `${label} is required.` : null}
          />
        ))}
      </FormShell>
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setPending(false);
          setChecked(true);
          setError(answers[answer.current] ?? null);
          answer.current += 1;
        }}
      >
        Answer
      </button>
    </>
  );
}

describe('while it is being sent', () => {
  test('it says so, keeps the focus, and another press or Enter sends nothing', async () => {
    const onSend = vi.fn<(form: HTMLFormElement) => void>();
    await render(<Example onSend={onSend} />);
    await field('First').fill('x');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Saving')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(field('First')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await button('Saving').click({ force: true });
    // As a password manager does, past the button.
    document.forms[0]!.requestSubmit();
    expect(onSend).toHaveBeenCalledOnce();
    await button('Answer').click();
    await expect.element(button('Save')).not.toHaveAttribute('aria-disabled');
    await button('Save').click();
    expect(onSend).toHaveBeenCalledTimes(2);
  });

  test('an Enter that is held since before the form was there sends nothing', async () => {
    const onSend = vi.fn<(form: HTMLFormElement) => void>();
    await render(<Example onSend={onSend} />);
    (field('First').element() as HTMLElement).focus();
    const isLeft = field('First')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true }));
    // The browser sends a form unless its key is taken.
    expect(isLeft).toBe(false);
    await userEvent.keyboard('{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  });

  test.each(['Control', 'Meta'])('%s+Enter sends it once from a field of one or several lines', async (key) => {
    const onSend = vi.fn<(form: HTMLFormElement) => void>();
    await render(
      <FormShell
        error={null}
        pending={false}
        submit={submit}
        onSubmit={onSend}
        actions={<button type="button">Cancel</button>}
      >
        <TextField label="Line" />
        <TextAreaField label="Lines" />
      </FormShell>,
    );
    for (const [times, name] of ['Line', 'Lines'].entries()) {
      await field(name).fill('x');
      await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`);
      expect(onSend).toHaveBeenCalledTimes(times + 1);
    }
    await expect.element(field('Lines')).toHaveValue('x');
    // Another button does what it says.
    (button('Cancel').element() as HTMLElement).focus();
    await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(onSend).toHaveBeenCalledTimes(2);
  });

  test('it is never reloaded by the browser, and its fields are read', async () => {
    const onSend = vi.fn<(form: HTMLFormElement) => void>();
    await render(<Example onSend={onSend} />);
    await field('Second').fill('typed');
    await button('Save').click();
    expect(onSend.mock.calls[0]![0].querySelectorAll('input')[1]!.value).toBe('typed');
    expect(window.location.search).not.toContain('typed');
  });
});

describe('what went wrong', () => {
  test('is an alert with its id above the button, and has the focus', async () => {
    await render(<Example answers={[failed]} />);
    await button('Save').click();
    await button('Answer').click();
    const alert = screen.getByRole('alert');
    await expect.element(alert).toHaveTextContent('That did not work. Error ID 7F3K-20QXCopy');
    await expect.poll(() => alert.element().contains(document.activeElement)).toBe(true);
    const position = alert.element().compareDocumentPosition(button('Save').element());
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('takes the focus when the same thing is said again', async () => {
    await render(<Example answers={[failed, failed]} />);
    for (const _ of ['first', 'second']) {
      await field('Second').click();
      await userEvent.keyboard('{Enter}');
      await expect.element(button('Saving')).toBeVisible();
      await button('Answer').click();
      await expect.element(field('Second')).not.toHaveFocus();
      await expect.poll(() => screen.getByRole('alert').element().contains(document.activeElement)).toBe(true);
    }
  });

  test('leaves the focus to the first field that is refused', async () => {
    await render(<Example answers={[failed]} refused={['Second', 'Third']} />);
    await button('Save').click();
    await button('Answer').click();
    await expect.element(field('Second')).toHaveFocus();
    await expect.element(field('Second')).toHaveAccessibleDescription('Second is required.');
    await expect.element(field('Second')).toBeInvalid();
    await expect.element(field('First')).toBeValid();
  });

  test('at a field moves the focus there at each press, also when nothing is sent', async () => {
    await render(
      <FormShell error={null} pending={false} submit={submit} onSubmit={() => undefined}>
        <TextField label="First" />
        <TextField label="Second" error="Second is required." />
      </FormShell>,
    );
    for (const _ of ['first', 'second']) {
      await button('Save').click();
      await expect.element(field('Second')).toHaveFocus();
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
      await expect.element(field('First')).toHaveFocus();
    }
  });

  test('is sent again by its own button', async () => {
    await render(<Example answers={[failed]} retries />);
    await button('Save').click();
    await button('Answer').click();
    await button('Try again').click();
    await expect.element(button('Saving')).toBeVisible();
  });
});

test('a success is said politely and takes no focus', async () => {
  await render(<Example answers={[{ severity: 'success', text: 'Saved.', correlationId: null }]} />);
  await field('Second').click();
  await userEvent.keyboard('{Enter}');
  await button('Answer').click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved.');
  await expect.element(screen.getByRole('alert')).toBeEmptyDOMElement();
  await expect.element(field('Second')).toHaveFocus();
});

test('has no button if nothing can be sent', async () => {
  await render(
    <FormShell error={null} pending={false} submit={null} onSubmit={() => undefined}>
      <TextField label="First" />
    </FormShell>,
  );
  await expect.element(field('First')).toBeVisible();
  await expect.element(button('Save')).not.toBeInTheDocument();
});

test.each(
  appearances.flatMap((appearance) => [
    { layout: 'page' as const, ...appearance },
    { layout: 'panel' as const, ...appearance },
  ]),
)('is accessible with a refusal: %o', async ({ layout, ...appearance }) => {
  await setAppearance(appearance);
  await render(<Example layout={layout} answers={[failed]} refused={['Third']} />);
  await button('Save').click();
  await button('Answer').click();
  await expect.element(field('Third')).toHaveFocus();
  await expectAccessible();
});
