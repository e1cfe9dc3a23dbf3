import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'mailchimp',
  name: 'Mailchimp',
  description: 'Clients who agreed to hear from you, on your Mailchimp newsletter list.',
  category: 'marketing',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'API key',
    where: 'In Mailchimp: your profile, Extras, API keys. It ends with a dash and where your account is, such as -us21.',
    fields: [],
  },
  // Ten at once are allowed.
  pace: { atOnce: 4, perMinute: 300 },
  sends: [
    'Clients with an e-mail address who agreed to marketing: the address, their first name and the tags you choose. Nobody else.',
    'Who withdraws, stops texts, is merged away or erased here is deleted there for good.',
  ],
  brings: [
    'Who unsubscribes there: their consent is withdrawn here, and their history says how and when. They get no offers from you either.',
  ],
  leaves: [
    'You choose whether people stay on the list or are taken off it. Who unsubscribed stays in Mailchimp as unsubscribed.',
    "While it's switched off, nobody is taken off the list.",
  ],
}
