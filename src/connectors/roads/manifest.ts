import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'roads',
  name: 'Road times',
  description: 'Real miles and minutes between your stops, instead of straight lines: for ordering the round, arrival times and mileage.',
  category: 'mapping',
  of: 'practice',
  asks: {
    by: 'key',
    isEither: true,
    label: 'openrouteservice API key',
    where: 'Free at openrouteservice.org: sign up, then Dashboard, API keys. Not needed for your own server; leave it empty then.',
    fields: [
      {
        ...{ id: 'address', label: 'Address of your own server', placeholder: 'https://roads.example.co.uk' },
        help: 'Only if you run OSRM or Valhalla yourself, or openrouteservice with a key. Otherwise leave it empty.',
      },
    ],
  },
  at: 'https://api.openrouteservice.org',
  // Of openrouteservice's free plan: 500 tables a day and 40 a minute.
  pace: { atOnce: 1, perMinute: 40 },
  sends: [
    "Where your base and each day's stops are, for the next 7 days, to a metre: points on the map, without names, times or anything else.",
  ],
  brings: ['Miles and minutes by road between them.'],
  credit: '© openrouteservice.org by HeiGIT | © OpenStreetMap contributors',
  leaves: ['Nothing of yours is kept there by us. What is here goes when you disconnect, and straight lines are used again.'],
}
