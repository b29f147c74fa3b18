import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Checkbox } from '../../../kit/forms/fields/Checkbox.tsx';
import { paletteWords } from '../../../messages/en/shell/palette.ts';
import { singleKeys } from '../../../session/single-keys.ts';
import { preferenceWords as words } from '../../../messages/en/access/preferences.ts';
import { usePerson } from '../../../session/person.ts';
import { startTour } from '../../../shell/tour.ts';
import styles from './account.module.css';
import { AccountHead } from './AccountHead.tsx';
import { IconPanel } from './preferences/IconPanel.tsx';
import { AppearancePanel } from './preferences/AppearancePanel.tsx';

/** /account/preferences: theme and colors, the icon of the business, shortcuts, and the product tour. */
export function AccountPreferencesPage() {
  const { role } = usePerson();
  return (
    <ColumnPage>
      <AccountHead />
      <AppearancePanel />
      {role === 'ADMIN' && <IconPanel />}
      <KeyboardPanel />
      <Panel title={words.tour.title}>
        <div className={styles.state}>
          <p className={styles.text}>{words.tour.text}</p>
          <Button onClick={startTour}>{words.tour.start}</Button>
        </div>
      </Panel>
    </ColumnPage>
  );
}

/** Switches single-key shortcuts off, in this browser (WCAG 2.1.4). */
function KeyboardPanel() {
  const { title, label, hint } = paletteWords.preference;
  const [isOn, setOn] = useState(() => singleKeys.read() !== 'off');
  return (
    <Panel title={title}>
      <Checkbox
        label={label}
        hint={hint}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked);
          singleKeys.write(target.checked ? 'on' : 'off');
        }}
      />
    </Panel>
  );
}
