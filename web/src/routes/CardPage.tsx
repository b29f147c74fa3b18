import { lazy } from 'react';
import { CardPage as Card } from '../features/cards/cards/card-page/CardPage.tsx';

const SendToVendor = lazy(async () => ({
  default: (await import('../features/cards/vendor-links/SendToVendor.tsx')).SendToVendor,
}));
const NewTemporaryChange = lazy(async () => ({
  default: (await import('../features/cards/spend-policies/TemporaryChanges.tsx')).NewTemporaryChange,
}));
const NewPolicyDialog = lazy(async () => ({
  default: (await import('../features/cards/spend-policies/NewPolicyDialog.tsx')).NewPolicyDialog,
}));

const dialogs = { Vendor: SendToVendor, Raise: NewTemporaryChange, Rule: NewPolicyDialog };

/** /cards/$id, for administrators, put together from the features that have a dialog on it. */
export const CardPage = () => <Card dialogs={dialogs} />;
