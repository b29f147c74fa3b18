import { timeZones } from '@florin/contract/program/business-settings';
import { productTime } from '../../../clock.ts';
import type { Option } from '../../../kit/pickers/OptionList.tsx';

/** 'New York' of America/New_York; 'Knox, Indiana' of America/Indiana/Knox. */
const placeOf = (zone: string): string => zone.split('/').slice(1).toReversed().join(', ').replaceAll('_', ' ');

function nameOf(zone: string, at: Date, timeZoneName: 'longGeneric' | 'longOffset'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** 'Eastern Time, New York (UTC−05:00)': what people call a time zone, a place in it, and its offset from UTC. */
export function zoneText(zone: string, at: Date = new Date(productTime())): string {
  const names = [nameOf(zone, at, 'longGeneric'), placeOf(zone)].filter(Boolean).join(', ');
  const offset = nameOf(zone, at, 'longOffset').replace('GMT', '').replace('-', '\u2212');
  return `${names} (UTC${offset || '+00:00'})`;
}

/** A zone is also found by its IANA name, with or without its underscores. */
const optionOf = (zone: string, label: string): Option => ({
  id: zone,
  label,
  alsoFoundBy: `${zone} ${zone.replaceAll('_', ' ')}`,
});

let known: readonly Option[] | null = null;

/**
 * Every time zone, and the one in force, which this browser may list under another of its names.
 * @param isNamed whether to name them all, which takes tenths of a second; otherwise only the one in force
 */
export function zoneOptions(given: string, isNamed: boolean): readonly Option[] {
  if (isNamed) known ??= timeZones.map((zone) => optionOf(zone, zoneText(zone))).toSorted(byLabel);
  const options = known ?? timeZones.map((zone) => optionOf(zone, zone === given ? zoneText(zone) : placeOf(zone)));
  return timeZones.includes(given) ? options : [optionOf(given, zoneText(given)), ...options];
}

const byLabel = (a: Option, b: Option) => a.label.localeCompare(b.label, 'en');
