/** The column of access_code that names the flow a code belongs to, by what the code is for. */
export const flowColumn = { LoginNewDevice: 'mfa_session_id', PasswordReset: 'reset_flow_id' } as const;

/** What a secure access code is for: a pending sign-in, or a password reset. A code of one is nothing to another. */
export interface CodeFlow {
  purpose: keyof typeof flowColumn;
  id: string;
}
