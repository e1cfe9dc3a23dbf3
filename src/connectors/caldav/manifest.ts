import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'caldav',
  name: 'Apple and CalDAV',
  description: "Your diary in the calendar of your iPhone, Fastmail, Nextcloud or your own server, and what's busy there in your diary.",
  category: 'calendar',
  of: 'member',
  feature: 'calendar-integration',
  asks: {
    by: 'key',
    label: 'App-specific password',
    where:
      'Make one just for Pritchel: Apple at account.apple.com under Sign-In and Security, Fastmail under Settings, Privacy & Security, Nextcloud under Settings, Security.',
    fields: [
      {
        ...{ id: 'address', label: 'Address', placeholder: 'https://caldav.icloud.com' },
        help: "Fastmail's is https://caldav.fastmail.com, Nextcloud's and your own server's is where you find it in a browser.",
      },
      { id: 'account', label: 'Name or e-mail there' },
    ],
  },
  pace: { atOnce: 4, perMinute: 1200 },
  sends: [
    'Your own visits, stops, time off and other entries, to a calendar made for them there, or one you choose: 30 days back, 400 ahead.',
    'As much of each as you choose: that you are busy, where, or who and which horses.',
    'Never phone numbers, gate codes, access notes or money.',
  ],
  brings: [
    'What you move or delete of your entries there, and what you add to the calendar made for them. You are asked before anything is moved or cancelled here.',
    "When you're busy by the other calendars you choose, so that a booking warns you: the times and the calendar's name, never what it is. Others in your practice see just the times.",
  ],
  leaves: ['Nothing if you take the entries out as you disconnect. Otherwise they stay there as they are.'],
}
