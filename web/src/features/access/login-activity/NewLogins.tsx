import { loginActivity } from '@florin/contract/limits';
import { countText } from '../../../kit/text/count-text.ts';
import { CountBadge } from '../../../kit/feedback/CountBadge.tsx';
import { Tooltip } from '../../../kit/overlays/Tooltip.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { easternTime } from '../../../kit/text/eastern-time.ts';

/** The red badge with the number of new logins; its tooltip says since when (specification section 2). */
export function NewLogins({ count, since }: { count: number; since: string }) {
  const text = countText(count, loginActivity.badgeAtMost);
  return (
    <Tooltip text={words.newDevices(count, easternTime(since))}>
      <CountBadge text={text} label={shellWords.newLogins(text)} />
    </Tooltip>
  );
}
