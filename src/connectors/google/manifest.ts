import type { Manifest } from '#connectors/kit/manifest.ts'

const SCOPES = 'https://www.googleapis.com/auth/'

export const manifest: Manifest = {
  id: 'google',
  name: 'Google Calendar',
  description: "Your diary in Google Calendar, on any Android phone, and what's busy there in your diary.",
  category: 'calendar',
  of: 'member',
  feature: 'calendar-integration',
  asks: {
    by: 'oauth',
    vendor: 'Google',
    env: 'GOOGLE',
    signInAt: 'https://accounts.google.com',
    authorizePath: '/o/oauth2/v2/auth',
    // Google keeps these at another host than its sign-in.
    tokenPath: 'https://oauth2.googleapis.com/token',
    revokePath: 'https://oauth2.googleapis.com/revoke',
    // The calendar we make, when a member is busy, and what their calendars are called: no entry of any other calendar.
    scopes: [`${SCOPES}calendar.app.created`, `${SCOPES}calendar.freebusy`, `${SCOPES}calendar.calendarlist.readonly`],
    // Without these Google gives no lasting token to who has signed in here before.
    more: { access_type: 'offline', prompt: 'consent' },
  },
  at: 'https://www.googleapis.com',
  isOwnOnly: true,
  // Google counts 600 a minute for a person, and a change as three.
  pace: { atOnce: 2, perMinute: 200 },
  sends: [
    'Your own visits, stops, time off and other entries, to a calendar made for them there: 30 days back, 400 ahead.',
    'As much of each as you choose: that you are busy, where, or who and which horses.',
    'Never phone numbers, gate codes, access notes or money.',
  ],
  brings: [
    'What you move or delete of your entries there, and what you add to the calendar made for them. You are asked before anything is moved or cancelled here.',
    "When you're busy by the other calendars you choose, so that a booking warns you: the times and the calendar's name. What it is, Google doesn't tell us. Others in your practice see just the times.",
  ],
  leaves: [
    'Nothing but an empty calendar if you take the entries out as you disconnect. Otherwise they stay there as they are.',
    "Pritchel's name in your Google account's list of apps, until you take it off that list.",
  ],
}
