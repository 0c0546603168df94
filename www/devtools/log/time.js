/** The time of day, to the second. @type {Intl.DateTimeFormatOptions} */
export const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

/** With the day. @type {Intl.DateTimeFormatOptions} */
export const DATE_TIME = { dateStyle: 'medium', timeStyle: 'medium' };
