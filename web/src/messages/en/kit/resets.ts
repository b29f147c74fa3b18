/** When a limit starts anew, after 'resets'. */
export const resetWords = {
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  in: (duration: string, moment: string) => `in ${duration}, ${moment}`,
  on: (day: string, moment: string) => `${day}, ${moment}`,
  atMidnight: 'at midnight',
  at: (time: string) => `at ${time}`,
  inZone: (moment: string, zone: string) => `${moment} ${zone}`,
  midnight: 'midnight',
};
