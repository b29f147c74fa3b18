import { createContext, useContext } from 'react';

/** Lets a page inside the shell switch to another linked account. */
export const AccountSwitchContext = createContext<(userId: string) => void>(() => {});

export const useSwitchTo = (): ((userId: string) => void) => useContext(AccountSwitchContext);
