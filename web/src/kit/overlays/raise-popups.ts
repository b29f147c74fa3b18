/**
 * Puts the open lists and menus of a dialog above it: what enters the browser's top layer last covers the rest, and a dialog
 * enters it anew with every change between modal and docked.
 */
export function raisePopups(dialog: HTMLDialogElement): void {
  for (const popup of dialog.querySelectorAll<HTMLElement>(':popover-open')) {
    popup.hidePopover();
    popup.showPopover();
  }
}
