/// <reference types="vite/client" />

declare module 'virtual:entry-styles' {
  /** The entry's style sheets as text, without `fonts` (vite/entry-styles.ts). */
  export const styles: string;
  /** The fonts that have to be loaded. */
  export const fonts: string;
}
