/** `10:42`: the wall time of an instant in a zone. Small on purpose: this page must load on one bar of signal. */
export const wallTime = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(instant))
