/** The column of access_code that names the flow a code belongs to, by what the code is for. */
export const flowColumn = {
  LoginNewDevice: 'mfa_session_id',
  PasswordReset: 'reset_flow_id',
  StepUp: 'step_up_session_id',
  ContactConfirmation: 'confirms_contact_id',
} as const;

export type CodePurpose = keyof typeof flowColumn;

/**
 * What a secure access code is for: a pending sign-in, a password reset, a session whose person proves themselves again, or
 * an address to be confirmed. A code of one is nothing to another.
 */
export interface CodeFlow {
  purpose: CodePurpose;
  id: string;
}
