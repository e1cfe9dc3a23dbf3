import { GRAPH, SIGN_IN } from '#connectors/kit/graph.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'

export const SCOPES = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement']

export const manifest: Manifest = {
  id: 'facebook',
  name: 'Facebook',
  description: "Photos of your work, on your business's Facebook page.",
  category: 'social',
  of: 'practice',
  asks: { ...SIGN_IN, scopes: SCOPES },
  at: GRAPH,
  pace: { atOnce: 1, perMinute: 60 },
  // Meta says no length of the words; longer ones are read by nobody.
  posts: { text: 3000, altText: 1000, bytes: 8_000_000 },
  sends: [
    'The photo you post, with your words and its description. The photo says neither where nor when it was taken.',
    "No client, yard, horse or date, unless it's in your words.",
  ],
  brings: ['Whether your post is there, and where.'],
  leaves: [
    'Your posts stay on your page, unless you take them down first.',
    "Pritchel's name in your Facebook settings, under Business integrations, until you take it off that list.",
  ],
}
