import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'microsoft',
  name: 'Outlook and Microsoft 365',
  description: "Your diary in your Outlook calendar, and what's busy there in your diary.",
  category: 'calendar',
  of: 'member',
  feature: 'calendar-integration',
  asks: {
    by: 'oauth',
    vendor: 'Microsoft',
    env: 'MICROSOFT',
    signInAt: 'https://login.microsoftonline.com',
    authorizePath: '/common/oauth2/v2.0/authorize',
    tokenPath: '/common/oauth2/v2.0/token',
    scopes: ['offline_access', 'Calendars.ReadWrite'],
    // Who is signed in to a work account may want another one.
    more: { prompt: 'select_account' },
  },
  at: 'https://graph.microsoft.com',
  // A mailbox takes four at once, and 10,000 in ten minutes.
  pace: { atOnce: 4, perMinute: 900 },
  sends: [
    'Your own visits, stops, time off and other entries, to a calendar made for them there, or one you choose: 30 days back, 400 ahead.',
    'As much of each as you choose: that you are busy, where, or who and which horses.',
    'Never phone numbers, gate codes, access notes or money.',
  ],
  brings: [
    'What you move or delete of your entries there, and what you add to the calendar made for them. You are asked before anything is moved or cancelled here.',
    "When you're busy by the other calendars you choose, so that a booking warns you: the times and the calendar's name, never what it is. Others in your practice see just the times.",
  ],
  leaves: [
    'Nothing if you take the entries out as you disconnect. Otherwise they stay there as they are.',
    "Pritchel's name in your Microsoft account's list of apps, until you take it off that list.",
  ],
}
