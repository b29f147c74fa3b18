import type { Branding, ThemeTokens } from '@florin/contract/program/site';

/** The product's own branding; the web app's tokens start with the same figures. */
export const defaultTheme: ThemeTokens = {
  brandHue: 268,
  brandChroma: 0.17,
  tintHue: 264,
  tintChroma: 0.006,
  radiusPixels: 8,
  density: 1,
};

/** Support data with reserved numbers and domains, for an operator to replace. */
export const defaultBranding: Branding = {
  phoneAdminSupport: '(555) 010-0110',
  emailAdminSupport: 'business@florin.example',
  phoneCardholderSupport: '(555) 010-0120',
  emailCardholderSupport: 'cardholders@florin.example',
  addressLineOne: '1 Florin Square, Suite 200',
  addressCity: 'New York',
  addressState: 'NY',
  addressZIP: '10004',
  phoneGeneral: '(555) 010-0100',
  emailGeneral: 'hello@florin.example',
  showMobileAppsAdvert: false,
  companyLong: 'Florin Card Program',
  cardLongVisaTrademark: 'The Florin Visa® Card',
  cardLongMastercardTrademark: 'The Florin Mastercard®',
};
