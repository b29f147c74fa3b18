/// <reference types="vite/client" />

declare module 'virtual:entry-styles' {
  /** The entry's style sheets as text (vite/entry-styles.ts). */
  const css: string;
  export default css;
}
