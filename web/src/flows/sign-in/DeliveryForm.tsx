import { Mail, Smartphone } from 'lucide-react';
import { useEffect, useRef, type Dispatch } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { waitText } from '../../kit/text/wait-text.ts';
import { WayPicker } from '../../kit/forms/WayPicker.tsx';
import { en } from '../../messages/en.ts';
import { FormHead } from '../FormHead.tsx';
import { saidWords } from './said-words.ts';
import { hasOtherWays, type SignInEvent, type View } from './sign-in.ts';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';

interface DeliveryFormProps {
  view: Extract<View, { step: 'delivery' }>;
  pending: boolean;
  dispatch: Dispatch<SignInEvent>;
}

/** Which way the secure access code goes; shown only where there is a choice. */
export function DeliveryForm({ view, pending, dispatch }: DeliveryFormProps) {
  const words = en.login.delivery;
  const heading = useRef<HTMLHeadingElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const send = () => dispatch({ type: 'deliveryConfirmed' });
  useFocusOn(heading);
  useEffect(() => {
    if (view.said !== null) message.current?.focus();
  }, [view.said]);
  const told = view.said && saidWords(view.said);
  const wait = view.said?.kind === 'refusal' ? view.said.retryAfterSeconds : null;
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormHead ref={heading} title={words.heading}>
        {words.intro}
      </FormHead>
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
      <div className={formStyles.send}>
        <FormMessage
          ref={message}
          message={told && wait ? { ...told, text: `${told.text} ${words.availableIn(waitText(wait))}` } : told}
          onRetry={view.said?.kind === 'network' ? send : undefined}
        />
        <Button type="submit" variant="primary" size="lg" full pending={pending} pendingLabel={words.sending}>
          {words.submit}
        </Button>
        {hasOtherWays(view) && (
          <Button size="lg" full onClick={() => dispatch({ type: 'anotherWayAsked' })}>
            {en.login.code.anotherWay}
          </Button>
        )}
        <Button variant="quiet" size="lg" full onClick={() => dispatch({ type: 'left' })}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
