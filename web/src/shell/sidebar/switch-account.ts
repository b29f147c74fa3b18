import { createContext, useContext } from 'react';

/** For pages in the shell: moves to another linked account, and the whole shell with it. */
export const SwitchAccount = createContext<(userId: string) => void>(() => {});

export const useSwitchTo = (): ((userId: string) => void) => useContext(SwitchAccount);
