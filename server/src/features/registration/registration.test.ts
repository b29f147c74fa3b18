import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { numberOf, newPassword, TestWizard } from './test-wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('card, code, details, account: a new cardholder who can log in', async () => {
  const rosa = new TestWizard(server);
  const token = await rosa.prove(numberOf('Rosa Delgado'));
  expect((await rosa.profile(token)).body).toEqual({
    email: 'rosa.delgado@northwind-trading.example',
    firstName: 'Rosa',
    middleName: null,
    lastName: 'Delgado',
    nameOnCard: 'ROSA DELGADO',
    dateOfBirth: null,
    homePhone: null,
    homePhoneCountryCode: null,
    mobilePhone: null,
    mobilePhoneCountryCode: null,
    businessName: 'Northwind Trading',
    cardLast4: '5672',
  });
  expect(await rosa.isAvailable(token, 'rosa.delgado')).toMatchObject({ status: 200 });
  expect(await rosa.register(token, 'rosa.delgado')).toMatchObject({
    status: 200,
    body: {
      firstName: 'Rosa',
      lastName: 'Delgado',
      phoneNumber: '(555) 010-0120',
      email: 'maya.chen@northwind-trading.example',
    },
  });
  const signedIn = await new TestWizard(server).login('rosa.delgado', newPassword);
  expect(signedIn).toMatchObject({ status: 200, body: { hasUnverifiedPhone: true } });
});
