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

/** Puts the dialogs that were opened over a sheet above it again, after it has become modal below them. */
export function raiseDialogs(sheet: HTMLDialogElement): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    if (dialog === sheet) continue;
    dialog.close();
    dialog.showModal();
    raisePopups(dialog);
  }
}
