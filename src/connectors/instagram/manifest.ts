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
  description: 'Photos of your work, on your Instagram. It has to be a professional account that is linked to your Facebook page.',
  category: 'social',
  of: 'practice',
  asks: { ...SIGN_IN, scopes: SCOPES },
  at: GRAPH,
  pace: { atOnce: 1, perMinute: 60 },
  posts: { text: 2200, altText: 1000, bytes: 8_000_000, fetchesPicture: true },
  sends: [
    'Each post you press Post for: its words, what the picture shows for those who cannot see it, and the picture, which Instagram fetches from an address that is good for an hour.',
    'Nothing by itself, and no picture whose owner has not agreed.',
  ],
  brings: ['The name of your account, and where a post can be seen.'],
  leaves: [
    'Posts stay up until you take them down, here or there.',
    "Pritchel's name in your Facebook settings, under Business integrations, until you take it off that list.",
  ],
}
