import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'weather',
  name: 'Weather',
  description: 'Rain, wind and ice at the stops of the next five days, from the Met Office.',
  category: 'mapping',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'API key',
    where:
      'Sign up at datahub.metoffice.gov.uk and subscribe to Site Specific, Global Spot: its free plan is enough. The key is under My Subscriptions, API details.',
    fields: [],
  },
  at: 'https://data.hub.api.metoffice.gov.uk',
  pace: { atOnce: 2, perMinute: 60 },
  sends: ['Where the open stops of today and the next four days are, to about 2 km. No names, no times.'],
  brings: ['Rain, gusts and frost by the hour, shown at stops without cover. Nothing is moved by itself.'],
  credit: 'Powered by Met Office data.',
  leaves: ["Nothing stays there: the Met Office doesn't know whose places they were."],
}
