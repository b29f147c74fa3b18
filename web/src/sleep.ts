import type { Site } from '@florin/contract/site';

/*
 * The sign-in that the server has rendered sleeps until it is touched: its fields, links and looks need no script, and
 * a cheap phone takes 200 ms to bring the rest to life.
 */

const touches = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input'] as const;

/** Whether the sign-in has more to show than the server's HTML: what this tab has kept, or a site that comes back by itself. */
export function hasNews({ outOfService }: Site): boolean {
  try {
    return outOfService || sessionStorage.length > 0 || localStorage.getItem('florin-pending-logout') !== null;
  } catch {
    return outOfService;
  }
}

/**
 * Hydrates the sign-in at the first touch, when another tab signs in, or when the configuration has changed. A button that
 * is pressed before is pressed again once the page listens, so that no form is lost.
 * @param site the site in the server's HTML
 */
export function sleepUntilTouched(entrance: HTMLElement, site: Site, hydrate: () => Promise<void>): void {
  const listening = new AbortController();
  const { signal } = listening;
  let pressed: HTMLElement | null = null;
  let isWaking = false;

  const begin = async () => {
    isWaking = true;
    try {
      await hydrate();
      listening.abort();
      pressed?.click();
    } catch {
      // The next touch tries again.
      isWaking = false;
    }
  };
  const wake = () => {
    if (!isWaking) void begin();
  };

  for (const touch of touches) entrance.addEventListener(touch, wake, { signal, capture: true, passive: true });
  entrance.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button');
      if (button === null) return;
      event.preventDefault();
      pressed = button;
      wake();
    },
    { signal, capture: true },
  );
  // Enter in a field presses the form's button, which the server's HTML disables while nothing listens.
  for (const button of entrance.querySelectorAll('button')) button.disabled = false;
  window.addEventListener('storage', wake, { signal });
  const look = () => void wakeIfChanged(site, signal, wake);
  window.addEventListener('load', () => requestIdleCallback(look, { timeout: 5000 }), { signal });
}

/** The HTML carries a copy of assets/config.json: what an operator changes there changes the page (reading 25). */
async function wakeIfChanged(site: Site, signal: AbortSignal, wake: () => void): Promise<void> {
  const { slug } = site.program;
  const query = slug === null ? '' : `?${new URLSearchParams({ customSlug: slug })}`;
  try {
    const answer = await fetch(`/assets/config.json${query}`, { signal });
    if (answer.ok && configurationIn((await answer.json()) as Site) !== configurationIn(site)) wake();
  } catch {
    // The configuration in the page stays.
  }
}

/** The version stays that of the page. */
const configurationIn = (site: Site) => JSON.stringify({ ...site, appVersion: null, build: null });
