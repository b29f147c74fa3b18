import { Mail, Smartphone } from 'lucide-react';
import { useEffect, useRef, type Dispatch } from 'react';
import { Button } from '../../kit/Button.tsx';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { en } from '../../messages/en.ts';
import styles from './DeliveryForm.module.css';
import form from './form.module.css';
import { FormHead } from './FormHead.tsx';
import { saidWords } from './said-words.ts';
import { hasOtherWays, type SignInEvent, type View } from './sign-in.ts';
import { useFocusOn } from './use-focus-on.ts';

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
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormHead ref={heading} title={words.heading}>
        {words.intro}
      </FormHead>
      <fieldset>
        <legend className="visually-hidden">{words.legend}</legend>
        <div className={styles.ways}>
          {view.factor.deliveries.map(({ type, masked }, index) => (
            <label key={`${type} ${masked}`} className={styles.way}>
              <span className={styles.icon}>
                <Icon of={type === 'Email' ? Mail : Smartphone} />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{type === 'Email' ? words.email : words.phone}</span>
                <span className={styles.masked}>{masked}</span>
              </span>
              <input
                type="radio"
                name="delivery"
                className={styles.radio}
                checked={index === view.chosen}
                onChange={() => dispatch({ type: 'chose', index })}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <div className={form.send}>
        <FormMessage
          ref={message}
          message={view.said && saidWords(view.said)}
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
