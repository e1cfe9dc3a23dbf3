import type { Manifest } from '#connectors/kit/manifest.ts'

export const feed: Manifest = {
  id: 'feed',
  name: 'Calendar feed',
  description: 'Your diary in any calendar app, to look at. It follows by itself.',
  category: 'calendar',
  of: 'member',
  feature: 'calendar-integration',
  asks: { by: 'nothing' },
  sends: [
    'Your own visits, stops, time off and other entries: 30 days back, 400 ahead.',
    'As much of each as you choose: that you are busy, where, or who and which horses.',
    'Never phone numbers, gate codes, access notes or money.',
  ],
  brings: ['Nothing. What is changed in the other app changes nothing here.'],
  leaves: ['The app keeps what it has already read, until you take the calendar out of it.'],
}
