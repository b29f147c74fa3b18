import { authenticator as limits } from '@florin/contract/limits';
import { newId } from '../../../db/ids.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { changeCredential, makeChange } from '../../../identity/step-up/make-change.ts';
import { secretContext } from '../../../identity/factors/authenticators.ts';
import { hasRoomForFactor } from './limit.ts';
import { factorBody } from './settings.ts';
import { newTotpSecret, totpStep, totpUri } from '../../../identity/factors/totp.ts';
import { afterSeconds } from '../../../core/time.ts';

/** POST /api/factors/authenticators: a secret that counts for nothing until a code of the app confirms it. */
export const startAuthenticator: Handler<'startAuthenticator'> = (call) =>
  makeChange(call, async (tx, { id: personId }) => {
    const { context, input } = call;
    if (!(await hasRoomForFactor(tx, personId))) return refuse('FACTOR_LIMIT_REACHED');
    const now = context.clock.now();
    const id = newId(now.getTime());
    const secret = newTotpSecret();
    await tx.deleteFrom('authenticator').where('person_id', '=', personId).where('confirmed_at', 'is', null).execute();
    await tx
      .insertInto('authenticator')
      .values({
        id,
        person_id: personId,
        name: input.body.name.trim(),
        secret_sealed: context.keys.seal(secret, secretContext(id)),
        created_at: now,
        confirmed_at: null,
        last_step: null,
        last_used_at: null,
      })
      .execute();
    const { programName, username } = await letterOf(tx, context, personId);
    return { status: 200 as const, body: { id, secret, uri: totpUri(secret, programName, username) } };
  });

/**
 * POST /api/factors/authenticators/{id}/confirm. Wrong codes are not counted: the caller was shown the secret anyway.
 * The step of the correct code is used up.
 */
export const confirmAuthenticator: Handler<'confirmAuthenticator'> = async (call) => {
  const { context, input } = call;
  const code = digitsOf(input.body.code);
  if (code === null) return refuse('InvalidCodeFormat');
  return changeCredential(call, async (tx, { id: personId }) => {
    const now = context.clock.now();
    const { id } = input.params;
    const enrolment = await tx
      .selectFrom('authenticator')
      .select('secret_sealed')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', afterSeconds(now, -limits.enrolmentSeconds))
      .executeTakeFirst();
    if (!enrolment) return refuse('NOT_FOUND');
    if (!(await hasRoomForFactor(tx, personId))) return refuse('FACTOR_LIMIT_REACHED');
    const step = totpStep(context.keys.open(enrolment.secret_sealed, secretContext(id)).toString(), code, now);
    if (step === null) return refuse('MFA_INVALID_CODE');
    const added = await tx
      .updateTable('authenticator')
      .set({ confirmed_at: now, last_step: BigInt(step) })
      .where('id', '=', id)
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirstOrThrow();
    await recordEvent(tx, context, originOf(call), {
      type: 'authn_factor_added',
      details: { kind: 'Authenticator' },
      personId,
    });
    await notifyChange(tx, context, personId, { type: 'factorAdded', kind: 'Authenticator', name: added.name });
    return { status: 200 as const, body: factorBody('Authenticator', added) };
  });
};
