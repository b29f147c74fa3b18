import { productTime } from '../../../clock.ts';
import { hourIn } from '../../../flows/time/when.ts';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';

/** 'Good morning, Priya': by the clock of the business, as all times of the page. At night no part of the day is named. */
export function greetingOf(name: string, timeZone: string, now: Date = new Date(productTime())): string {
  const hour = hourIn(now, timeZone);
  const { night, morning, afternoon, evening } = dashboardWords.hello;
  return (hour < 5 ? night : hour < 12 ? morning : hour < 18 ? afternoon : evening)(name);
}
