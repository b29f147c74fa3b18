import { useEffect, useRef, useState } from 'react';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { en } from '../../messages/en.ts';
import { scriptUrl } from './app-policy.ts';
import type { CaptchaProps } from './Captcha.tsx';

/** The used part of Google's script. */
interface Grecaptcha {
  ready(then: () => void): void;
  render(
    container: HTMLElement,
    options: { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void },
  ): number;
}

const address = 'https://www.google.com/recaptcha/api.js?render=explicit';
let loading: Promise<Grecaptcha> | null = null;

/** Loads Google's script once; a failed load can be retried. */
function loadVendorScript(): Promise<Grecaptcha> {
  loading ??= new Promise<Grecaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl(address);
    script.async = true;
    script.addEventListener('load', () => {
      const { grecaptcha } = window as { grecaptcha?: Grecaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('the captcha script brought no captcha'));
    });
    script.addEventListener('error', () => reject(new Error('the captcha script did not load')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Google reCAPTCHA (reading 17): the vendor's widget, loaded only if the installation uses it and a captcha is
 * required.
 */
export function Recaptcha({ siteKey, error, onToken }: CaptchaProps & { siteKey: string }) {
  const [failures, setFailures] = useState(0);
  const [failed, setFailed] = useState(false);
  const text = failed ? en.login.captcha.failed : error;
  return (
    <>
      <VendorWidget key={failures} siteKey={siteKey} onToken={onToken} onFailed={() => setFailed(true)} />
      <FormMessage
        message={text === null ? null : { severity: 'error', text, correlationId: null }}
        onRetry={
          failed
            ? () => {
                setFailed(false);
                setFailures(failures + 1);
              }
            : undefined
        }
      />
    </>
  );
}

interface VendorWidgetProps {
  siteKey: string;
  onToken: (token: string | null) => void;
  onFailed: () => void;
}

/** The element in which Google draws. React does not change it afterwards. */
function VendorWidget({ siteKey, onToken, onFailed }: VendorWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onToken, onFailed });
  useEffect(() => {
    handlers.current = { onToken, onFailed };
  });
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      try {
        const grecaptcha = await loadVendorScript();
        if (isGone || !container.current) return;
        grecaptcha.render(container.current.appendChild(document.createElement('div')), {
          sitekey: siteKey,
          callback: (token) => handlers.current.onToken(token),
          'expired-callback': () => handlers.current.onToken(null),
        });
      } catch {
        if (!isGone) handlers.current.onFailed();
      }
    };
    void draw();
    return () => {
      isGone = true;
    };
  }, [siteKey]);
  return <div ref={container} />;
}
