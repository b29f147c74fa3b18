import { Mail, Smartphone } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { WayPicker } from '../../kit/forms/fields/WayPicker.tsx';
import { waitText } from '../../kit/text/wait-text.ts';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { deliveryWords } from '../../messages/en/access/delivery.ts';
import { StepHead } from '../StepHead.tsx';
import { useSecondsUntil } from '../use-seconds-until.ts';
import { hasOtherWays, type CodeView, type DeliveryView } from './sign-in.ts';
import type { StepProps } from './SignInFlow.tsx';

const words = deliveryWords;

/** The choice how to receive the secure access code, shown only if there are several ways. */
export default function DeliveryForm({
  view,
  sent,
  message,
  isBusy,
  dispatch,
}: StepProps & {
  view: DeliveryView;
  /** The last code that was sent. If it is for this sign-in, its way leads back to it. */
  sent: CodeView | undefined;
}) {
  const send = () => dispatch({ type: 'deliveryConfirmed' });
  const seconds = useSecondsUntil(view.factor.sendAt);
  const isSentBy = (index: number) => sent?.factor.sessionId === view.factor.sessionId && sent.chosen === index;
  const stateOf = (index: number) =>
    isSentBy(index) ? words.isSent : seconds > 0 ? words.wait(waitText(seconds)) : undefined;
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} intro={words.intro} />}
      error={message}
      pending={isBusy}
      submit={{ label: isSentBy(view.chosen) ? words.enter : words.submit, pending: words.sending }}
      onSubmit={send}
      onRetry={view.message?.kind === 'network' ? send : undefined}
      actions={
        <>
          {hasOtherWays(view) && (
            <Button size="lg" full onClick={() => dispatch({ type: 'anotherWayAsked' })}>
              {codeWords.anotherWay}
            </Button>
          )}
          <Button variant="quiet" size="lg" full onClick={() => dispatch({ type: 'left' })}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <WayPicker
        legend={words.legend}
        ways={view.factor.deliveries.map(({ type, masked }, index) => ({
          ...(type === 'Email' ? { name: words.email, icon: Mail } : { name: words.phone, icon: Smartphone }),
          detail: masked,
          wait: stateOf(index),
        }))}
        chosen={view.chosen}
        onChoose={(index) => dispatch({ type: 'chose', index })}
      />
    </FormShell>
  );
}
