import { hourIn } from '../../../flows/time/when.ts';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';

/** 'Good morning, Priya': by the clock of the business, as all times of the page. */
export function greetingOf(name: string, timeZone: string, now: Date = new Date()): string {
  const hour = hourIn(now, timeZone);
  const { morning, afternoon, evening } = dashboardWords.hello;
  return (hour < 5 || hour >= 18 ? evening : hour < 12 ? morning : afternoon)(name);
}
