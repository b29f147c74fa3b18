/**
 * Keeps a press of a button of the sign-in that the server has rendered, until the page listens: `answerPress` repeats it
 * then. The server writes this function into the page, as a module that runs before any file is loaded, so it uses nothing
 * outside itself. Buttons are disabled before it runs, and stay so in a browser without scripts.
 */
export function keepPress(): void {
  const entrance = document.getElementById('entrance');
  if (!entrance) return;
  const keep = (event: Event, pressed: HTMLElement | null | undefined) => {
    if (entrance.dataset['listens'] !== undefined || !pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const other of entrance.querySelectorAll('[aria-busy]')) other.removeAttribute('aria-busy');
    pressed.setAttribute('aria-busy', 'true');
  };
  for (const button of entrance.querySelectorAll('button')) button.disabled = false;
  // Enter in a field presses the form's button.
  entrance.addEventListener('click', (event) => keep(event, (event.target as Element).closest('button')), true);
  // A password manager sends the form without a press.
  entrance.addEventListener(
    'submit',
    (event) => keep(event, (event.target as Element).querySelector<HTMLElement>('[type="submit"]')),
    true,
  );
}

const pressedIn = (entrance: HTMLElement) => entrance.querySelector<HTMLElement>('button[aria-busy="true"]');

/** Whether a button was pressed that the page has not answered. */
export const isPressed = (entrance: HTMLElement): boolean => pressedIn(entrance) !== null;

/** The kept press does nothing: the page could not be brought to life. */
export const forgetPress = (entrance: HTMLElement): void => pressedIn(entrance)?.removeAttribute('aria-busy');

/** Presses the kept button again, now that the page listens; from now on presses are its own. */
export function answerPress(entrance: HTMLElement): void {
  entrance.dataset['listens'] = '';
  const pressed = pressedIn(entrance);
  forgetPress(entrance);
  pressed?.click();
}
