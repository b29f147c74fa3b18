import { Mail, Smartphone } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { WayPicker } from '../../kit/forms/fields/WayPicker.tsx';
import { waitText } from '../../kit/text/wait-text.ts';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { deliveryWords } from '../../messages/en/access/delivery.ts';
import { StepHead } from '../StepHead.tsx';
import { hasOtherWays, type DeliveryView } from './sign-in.ts';
import type { StepProps } from './SignInFlow.tsx';

const words = deliveryWords;

/** The choice how to receive the secure access code, shown only if there are several ways. */
export default function DeliveryForm({ view, message, isBusy, dispatch }: StepProps & { view: DeliveryView }) {
  const send = () => dispatch({ type: 'deliveryConfirmed' });
  const wait = view.message?.kind === 'refusal' ? view.message.retryAfterSeconds : null;
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} intro={words.intro} />}
      error={message && wait ? { ...message, text: `${message.text} ${words.availableIn(waitText(wait))}` } : message}
      pending={isBusy}
      submit={{ label: words.submit, pending: words.sending }}
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
        ways={view.factor.deliveries.map(({ type, masked }) =>
          type === 'Email'
            ? { name: words.email, detail: masked, icon: Mail }
            : { name: words.phone, detail: masked, icon: Smartphone },
        )}
        chosen={view.chosen}
        onChoose={(index) => dispatch({ type: 'chose', index })}
      />
    </FormShell>
  );
}
