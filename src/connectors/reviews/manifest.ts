import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'reviews',
  name: 'Review requests',
  description: 'A text or an e-mail with your review link, a day after a visit: Google, Facebook, Trustpilot or any other.',
  category: 'marketing',
  of: 'practice',
  asks: {
    by: 'nothing',
    isLink: true,
    fields: [
      {
        ...{ id: 'address', label: 'Your review link', placeholder: 'https://g.page/r/…/review' },
        help: 'Where people write a review of you. On Google it is in your Business Profile, under Ask for reviews.',
      },
    ],
  },
  sends: [
    'One text or e-mail a year to each client who agreed to marketing, 24 hours after a finished visit, outside your quiet hours, with how to say no.',
    "It's in the Outbox from the moment the visit is finished: you can stop it, and under Settings change its words.",
  ],
  brings: ['Nothing. What they write, and whether, is between them and that page.'],
  leaves: ['Reviews stay where they were written. What was still waiting to be sent goes no more.'],
}
