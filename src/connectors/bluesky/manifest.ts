import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'bluesky',
  name: 'Bluesky',
  description: 'Photos of your work on your Bluesky profile, with your own words.',
  category: 'social',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'App password',
    where:
      'In Bluesky: Settings, Privacy and security, App passwords. Make one just for Pritchel, such as abcd-efgh-ijkl-mnop. Never enter the password of your account.',
    fields: [
      { id: 'account', label: 'Handle', placeholder: 'gareth.bsky.social', help: 'As it is on your profile, without the @.' },
      {
        ...{ id: 'address', label: 'Address of your own server', placeholder: 'https://pds.example.co.uk', isOptional: true },
        help: "Only if your account isn't kept by Bluesky itself. Otherwise leave it empty.",
      },
    ],
  },
  at: 'https://bsky.social',
  // A sign-in is allowed 30 times in five minutes, and 1,666 posts an hour.
  pace: { atOnce: 2, perMinute: 60 },
  sends: [
    'The photo you post, with your words and its description. The photo says neither where nor when it was taken.',
    "No client, yard, horse or date, unless it's in your words.",
  ],
  brings: ['Whether your post is there, and where.'],
  leaves: ['Your posts stay on your profile, unless you take them down first.', 'The app password stays there until you delete it there.'],
  // Its apps let a description have 2,000; older servers take a picture of a million bytes.
  posts: { text: 300, altText: 2000, bytes: 1_000_000 },
}
