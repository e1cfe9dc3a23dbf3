import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'what3words',
  name: 'what3words',
  description: 'The three words of a yard or a client become its place on the map.',
  category: 'mapping',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'API key',
    where: "Make one at accounts.what3words.com. The free plan doesn't turn words into positions: it has to be one that does.",
    fields: [],
  },
  at: 'https://api.what3words.com',
  pace: { atOnce: 2, perMinute: 120 },
  sends: ['The three words of yards and clients that have no position yet, or just that of their postcode. Never a name or an address.'],
  brings: [
    'Where they are, marked "from what3words". A position set on the spot, by a pin or by hand is never replaced.',
    'If you change the words, a position that came from them changes too.',
  ],
  leaves: ['what3words may keep what it notes of each request. Positions that were found stay here if you disconnect.'],
}
