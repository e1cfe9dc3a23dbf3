import { GRAPH, SIGN_IN } from '#connectors/kit/graph.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'

export const SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_contents',
]

export const manifest: Manifest = {
  id: 'instagram',
  name: 'Instagram',
  description: 'Photos of your work, on your Instagram. It must be a professional account, linked to your Facebook page.',
  category: 'social',
  of: 'practice',
  asks: { ...SIGN_IN, scopes: SCOPES },
  at: GRAPH,
  pace: { atOnce: 1, perMinute: 60 },
  posts: { text: 2200, altText: 1000, bytes: 8_000_000, fetchesPicture: true },
  sends: [
    'The photo you post, with your words and its description. The photo says neither where nor when it was taken.',
    'Instagram fetches the photo from this server, by an address that is good for an hour.',
    "No client, yard, horse or date, unless it's in your words.",
  ],
  brings: ['Whether your post is there, and where.'],
  leaves: [
    'Your posts stay on your profile, unless you take them down first.',
    "Pritchel's name in your Facebook settings, under Business integrations, until you take it off that list.",
  ],
}
