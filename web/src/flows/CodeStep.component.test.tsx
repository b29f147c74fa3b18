import type { ErrorCode } from '@florin/contract/errors';
import { useEffect, useRef, type ComponentProps } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Button } from '../kit/actions/Button.tsx';
import { TextField } from '../kit/forms/fields/TextField.tsx';
import { factorCodeWords } from '../messages/en/access/factor-codes.ts';
import { codeWords } from '../messages/en/access/one-time-code.ts';
import { appearances } from '../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../testing/component.ts';
import { CodeStep } from './CodeStep.tsx';
import { codeRefused, codeSent, newCode } from './code-step.ts';
import type { Refusal } from './flow.ts';

type Props = ComponentProps<typeof CodeStep>;

const now = Date.now();
/** As far from the edges as on a page. */
const page = { padding: 16 };
/** Its code was sent long ago, so that another can be requested. */
const sent = codeSent(newCode, now - 60_000, 30);
const refusal = (Code: ErrorCode): Refusal => ({
  kind: 'refusal',
  body: { Code, Message: '' } as Refusal['body'],
  correlationId: null,
});
const invalid = { message: refusal('MFA_INVALID_CODE') };
const tooOften = { severity: 'warning', text: 'Please wait a moment.', correlationId: null } as const;

const onCode = vi.fn<Props['onCode']>();
const onResend = vi.fn<(now: number) => void>();
const { accessCode } = codeWords;

function Example(props: Partial<Props>) {
  return (
    <div style={page}>
      <CodeStep
        code={sent}
        field={accessCode}
        message={null}
        error={null}
        pending={null}
        onCode={onCode}
        onResend={onResend}
        head={<h1 tabIndex={-1}>Enter your code</h1>}
        {...props}
      />
    </div>
  );
}

/** Takes the focus when it appears, as the captcha does. */
function FocusedCaptcha() {
  const box = useRef<HTMLButtonElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <button type="button" ref={box}>
      I am not a robot
    </button>
  );
}

async function show(props: Partial<Props> = {}) {
  onCode.mockClear();
  onResend.mockClear();
  const { rerender } = await render(<Example {...props} />);
  return (next: Partial<Props>) => rerender(<Example {...props} {...next} />);
}
const field = screen.getByRole('textbox', { name: accessCode.label });
const button = (name: string) => screen.getByRole('button', { name });
const codes = () => onCode.mock.calls.map(([code]) => code);

describe('the field', () => {
  test('has the focus, and the last of six digits sends them, once', async () => {
    await show();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('12345');
    expect(codes()).toEqual([]);
    await userEvent.keyboard('6');
    expect(codes()).toEqual(['123456']);
  });

  test('takes typed or pasted digits while the heading has the focus', async () => {
    await show({ startsElsewhere: true });
    screen.getByRole('heading').element().focus();
    await userEvent.keyboard('12');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('12');
    screen.getByRole('heading').element().focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Your code is 654 321. Never share it.');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await expect.element(field).toHaveValue('654321');
    expect(codes()).toEqual(['654321']);
  });

  test.each([
    ['', accessCode.required],
    ['123', accessCode.incomplete],
  ])('shows the problem of "%s", and makes no call', async (text, sentence) => {
    await show();
    if (text !== '') await userEvent.keyboard(text);
    await button(codeWords.submit).click();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveFocus();
    expect(codes()).toEqual([]);
    await userEvent.keyboard('123456'.slice(text.length));
    await expect.element(field).toBeValid();
  });

  test('of a backup code is sent by the button only', async () => {
    await show({ kind: 'backup', field: factorCodeWords.backupCode });
    await userEvent.keyboard('ABCD-1234-EFGH ');
    expect(codes()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(codes()).toEqual(['ABCD-1234-EFGH']);
  });

  test('sends nothing until the fields beside it are in order', async () => {
    const mayBeSent = vi.fn<() => boolean>().mockReturnValue(false);
    await show({ mayBeSent, children: <TextField label="Card number" /> });
    await userEvent.keyboard('123456');
    await button(codeWords.submit).click();
    expect(codes()).toEqual([]);
    mayBeSent.mockReturnValue(true);
    await button(codeWords.submit).click();
    expect(codes()).toEqual(['123456']);
  });
});

describe('one request at a time', () => {
  test('while a code is checked, neither digits, Enter nor the button send', async () => {
    const change = await show();
    await userEvent.keyboard('123456');
    await change({ pending: 'checking' });
    await expect.element(button(codeWords.checking)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await button(codeWords.checking).click({ force: true });
    await userEvent.keyboard('{Backspace}9');
    expect(codes()).toEqual(['123456']);
  });

  test('a code typed before it is known to be sent is checked once it is, once', async () => {
    const change = await show({ code: newCode, pending: 'sending' });
    await userEvent.keyboard('123456');
    expect(codes()).toEqual([]);
    await change({ code: codeSent(newCode, Date.now(), 30), pending: null });
    await vi.waitFor(() => expect(codes()).toEqual(['123456']));
    await change({ code: codeSent(newCode, Date.now(), 30), pending: 'checking' });
    await change({ code: codeSent(newCode, Date.now(), 30), pending: null });
    expect(codes()).toEqual(['123456']);
  });
});

describe('a code that was refused', () => {
  test('is refused at the field, selected, and not sent again', async () => {
    const change = await show();
    await userEvent.keyboard('123456');
    await change({ pending: 'checking' });
    await change(invalid);
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(accessCode.refused));
    await expect.element(field).toHaveFocus();
    const { selectionStart, selectionEnd } = field.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 6]);
    await button(codeWords.submit).click();
    expect(codes()).toEqual(['123456']);
    await userEvent.keyboard('6');
    await expect.element(field).toBeValid();
    await userEvent.keyboard('54321');
    expect(codes()).toEqual(['123456', '654321']);
  });

  test('is cleared from the field if another was sent in its place', async () => {
    const change = await show();
    await userEvent.keyboard('123456');
    const expired = refusal('MFA_CODE_EXPIRED');
    await change({ message: expired, error: tooOften, code: codeRefused(sent, expired, Date.now()) });
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Please wait a moment.');
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining('Please wait a moment.'));
  });

  test('leaves the focus to a captcha that appears with its sentence', async () => {
    const change = await show();
    await change({ message: refusal('RECAPTCHA_LOCK'), error: tooOften, captcha: <FocusedCaptcha /> });
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Please wait a moment.');
    await expect.element(button('I am not a robot')).toHaveFocus();
  });

  test('leaves no field if no other could be sent', async () => {
    await show({ code: { ...sent, hasNone: true }, message: refusal('RESEND_LIMIT_REACHED'), error: tooOften });
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(button(codeWords.submit)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Please wait a moment.');
    await expect.poll(() => screen.getByRole('alert').element().contains(document.activeElement)).toBe(true);
  });
});

describe('without an answer', () => {
  const lost = { message: { kind: 'network' }, error: tooOften };

  test('the same code is sent again by its own button', async () => {
    const change = await show();
    await userEvent.keyboard('123456');
    await change(lost);
    await button('Try again').click();
    expect(codes()).toEqual(['123456', '123456']);
  });

  test('another code is requested if none was typed', async () => {
    await show(lost);
    await button('Try again').click();
    expect(codes()).toEqual([]);
    expect(onResend).toHaveBeenCalledOnce();
  });
});

describe('a resend', () => {
  test('counts down to the second, does nothing until then, and stays in the tab order', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    await show({ code: codeSent(newCode, now, 30) });
    await expect.element(button('Resend in 30 s')).toHaveAttribute('aria-disabled', 'true');
    await button('Resend in 30 s').click({ force: true });
    clock.mockReturnValue(now + 29_001);
    await expect.element(button('Resend in 1 s')).toBeVisible();
    expect(onResend).not.toHaveBeenCalled();
    clock.mockReturnValue(now + 30_000);
    await button(codeWords.resend).click();
    expect(onResend).toHaveBeenCalledExactlyOnceWith(now + 30_000);
  });

  test('says so while it is being sent, once', async () => {
    await show({ pending: 'sending' });
    await button(codeWords.resending).click({ force: true });
    expect(onResend).not.toHaveBeenCalled();
  });

  test('is not offered if no code is sent', async () => {
    await show({ onResend: undefined, field: factorCodeWords.authenticator });
    await expect.element(button(codeWords.submit)).toBeVisible();
    await expect.element(button(codeWords.resend)).not.toBeInTheDocument();
  });
});

test.each(
  appearances.flatMap((appearance) => [
    { layout: 'page' as const, ...appearance },
    { layout: 'panel' as const, ...appearance },
  ]),
)('is accessible with a refusal: %o', async ({ layout, ...appearance }) => {
  await setAppearance(appearance);
  const change = await show({ layout, actions: <Button variant="quiet">{codeWords.anotherWay}</Button> });
  await userEvent.keyboard('123456');
  await change(invalid);
  await expect.element(field).toBeInvalid();
  await expectAccessible();
});
