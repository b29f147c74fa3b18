import { Drawer } from '../kit/overlays/Drawer.tsx';
import { shellWords } from '../messages/en/shell.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Navigation } from './Navigation.tsx';
import { OnboardingLink } from './OnboardingLink.tsx';

interface NavigationDrawerProps {
  open: boolean;
  onClose: () => void;
  onSwitch: (userId: string) => void;
}

/** The sidebar of narrow screens. */
export function NavigationDrawer({ open, onClose, onSwitch }: NavigationDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} label={shellWords.navigation} closeLabel={shellWords.closeNavigation}>
      <AccountSwitcher onSwitch={onSwitch} />
      <OnboardingLink />
      <Navigation />
    </Drawer>
  );
}
