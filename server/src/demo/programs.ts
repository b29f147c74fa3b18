import type { Branding, SplashVariant, ThemeTokens } from '@florin/contract/program/site';
import { defaultBranding, defaultTheme } from '../default-branding.ts';

/** A program of the demo data beside the default one: two white-label customers, and two that show a splash of the product. */
export interface DemoProgram {
  slug: string;
  name: string;
  hostnames: readonly string[];
  theme: ThemeTokens;
  splashVariant: SplashVariant;
  supportUrl: string;
  branding: Branding;
  mailFrom: { name: string; address: string };
  /** SVG files in assets/. */
  assets: Readonly<Partial<Record<'logo' | 'splash' | 'favicon', string>>>;
}

export type ProgramKey = 'florin' | 'northwind' | 'harbor' | 'meridian' | 'quill';

export const demoPrograms: Readonly<Record<Exclude<ProgramKey, 'florin'>, DemoProgram>> = {
  northwind: {
    slug: 'northwind',
    name: 'Northwind',
    hostnames: ['northwind.localhost'],
    theme: { brandHue: 236, brandChroma: 0.12, tintHue: 236, tintChroma: 0.008, radiusPixels: 6, density: 1 },
    splashVariant: 'custom-image',
    supportUrl: 'https://help.northwind.example',
    branding: {
      ...defaultBranding,
      phoneAdminSupport: '(555) 010-0210',
      emailAdminSupport: 'treasury@northwind.example',
      phoneCardholderSupport: '(555) 010-0220',
      emailCardholderSupport: 'cards@northwind.example',
      addressLineOne: '48 Fjord Street',
      addressCity: 'Seattle',
      addressState: 'WA',
      addressZIP: '98101',
      phoneGeneral: '(555) 010-0200',
      emailGeneral: 'hello@northwind.example',
      companyLong: 'Northwind Commercial Cards',
      cardLongVisaTrademark: 'The Northwind Visa® Commercial Card',
      cardLongMastercardTrademark: 'The Northwind Commercial Mastercard®',
    },
    mailFrom: { name: 'Northwind Cards', address: 'no-reply@northwind.example' },
    assets: { logo: 'northwind-logo.svg', splash: 'northwind-splash.svg', favicon: 'northwind-favicon.svg' },
  },
  harbor: {
    slug: 'harbor',
    name: 'Harbor',
    hostnames: ['harbor.localhost'],
    theme: { brandHue: 38, brandChroma: 0.12, tintHue: 60, tintChroma: 0.008, radiusPixels: 14, density: 1 },
    splashVariant: 'custom-image',
    supportUrl: 'https://help.harbor.example',
    branding: {
      ...defaultBranding,
      phoneAdminSupport: '(555) 010-0310',
      emailAdminSupport: 'members@harbor.example',
      phoneCardholderSupport: '(555) 010-0320',
      emailCardholderSupport: 'cards@harbor.example',
      addressLineOne: '7 Quay Street',
      addressCity: 'Portland',
      addressState: 'ME',
      addressZIP: '04101',
      phoneGeneral: '(555) 010-0300',
      emailGeneral: 'hello@harbor.example',
      companyLong: 'Harbor Credit Union',
      cardLongVisaTrademark: 'The Harbor Visa® Community Card',
      cardLongMastercardTrademark: 'The Harbor Community Mastercard®',
    },
    mailFrom: { name: 'Harbor Credit Union', address: 'no-reply@harbor.example' },
    assets: { logo: 'harbor-logo.svg', splash: 'harbor-splash.svg', favicon: 'harbor-favicon.svg' },
  },
  meridian: {
    slug: 'meridian',
    name: 'Meridian',
    hostnames: ['meridian.localhost'],
    theme: { ...defaultTheme, brandHue: 160, brandChroma: 0.12 },
    splashVariant: 'cardholder-workflows',
    supportUrl: 'https://help.meridian.example',
    branding: { ...defaultBranding, companyLong: 'Meridian Cards' },
    mailFrom: { name: 'Meridian', address: 'no-reply@meridian.example' },
    assets: {},
  },
  quill: {
    slug: 'quill',
    name: 'Quill',
    hostnames: ['quill.localhost'],
    theme: { ...defaultTheme, brandHue: 310, brandChroma: 0.12 },
    splashVariant: 'ai-gl-coding',
    supportUrl: 'https://help.quill.example',
    branding: { ...defaultBranding, companyLong: 'Quill Cards' },
    mailFrom: { name: 'Quill', address: 'no-reply@quill.example' },
    assets: {},
  },
};

/** Reading 19: an announcement of the past, which never shows. */
export const demoAnnouncements = [
  {
    title: 'Something new for your card program',
    text: 'For a short time, every new card ships free of charge. Order before October 9.',
    shownFrom: new Date('2021-09-15T04:00:00Z'),
    shownUntil: new Date('2021-10-09T04:00:00Z'),
  },
] as const;
