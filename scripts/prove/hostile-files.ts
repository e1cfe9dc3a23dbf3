import { signBody } from '#platform/server/http/signed-body.ts'

const many = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length))
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const diary = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Trim', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')

/** Files to import, as large and as odd as possible. */
export const HOSTILE_FILES: Readonly<Record<string, string>> = {
  'cards never closed': card('FN:Ann') + many('BEGIN:VCARD\r\n', 2_000_000),
  'blanks in a name': card(`FN:Ann${many(' ', 200_000)}b`),
  'one card of 9 MB': card('FN:Ann', `NOTE:${many('\\n ', 9_000_000)}`),
  '15,000 cards': many(card('FN:Ann Lee', 'TEL:07700 900118', 'ADR:;;Lower Barn;;;;'), 1_500_000),
  'calendars never closed': many('BEGIN:VCALENDAR\r\n', 2_000_000),
  'an event every second': diary('DTSTART:20000101T090000Z', 'RRULE:FREQ=SECONDLY'),
  'an event every hour': diary('DTSTART:20000101T090000Z', 'RRULE:FREQ=HOURLY'),
  'a rule that never comes': diary('DTSTART:20000101T090000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  '9 MB of commas': many(',', 9_000_000),
  'an open quote before 9 MB': `Name,Phone\n"Ann,1\n${many('a,b\n', 9_000_000)}`,
  '9 MB of quotes': `Name,Phone\n${many('"', 9_000_000)}`,
  '9 MB of blanks': `Name,Phone\nAnn,${many(' ', 9_000_000)}`,
  '19,000 yards': `Yard,Postcode\n${Array.from({ length: 19_000 }, (_, n) => `Yard ${n},HR6 9QS`).join('\n')}`,
  '19,000 horses': `Horse,Owner,Phone\n${Array.from({ length: 19_000 }, (_, n) => `Horse ${n},Ann Lee,07700 90${n}`).join('\n')}`,
}
export const HARMLESS_FILE = 'Name,Phone\nAnn Lee,07700 900118\n'

/** E-mails to an address, as large and as odd as possible. */
export const hostileMails = (to: string): Readonly<Record<string, string>> => ({
  '35 kB of <': mail(to, 'text/html', many('<', 35_000)),
  '1 MB of <': mail(to, 'text/html', many('<', 1_000_000)),
  '1 MB of <br': mail(to, 'text/html', many('<br', 1_000_000)),
  '1 MB of <style>': mail(to, 'text/html', many('<style>', 1_000_000)),
  '1 MB of blanks': mail(to, 'text/plain', many(' ', 1_000_000)),
  'a head of 5 MB': `${many('To: a@example.com\r\n', 5_000_000)}${mail(to, 'text/plain', 'x')}`,
  '20 MB of text': mail(to, 'text/plain', many('on a\r\n', 20_000_000)),
})
export const mail = (to: string, type: string, body: string) =>
  `From: a@example.com\r\nTo: <${to}>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`

/** The headers that authenticate a mail server's call. */
export function mailHeaders(secret: string, body: Buffer, seconds: number): Record<string, string> {
  const timestamp = String(Math.floor(seconds))
  return {
    'content-type': 'message/rfc822',
    'x-pritchel-timestamp': timestamp,
    'x-pritchel-signature': signBody(secret, timestamp, body),
  }
}
