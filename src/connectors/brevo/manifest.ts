import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'brevo',
  name: 'Brevo',
  description: 'Clients who agreed to hear from you, on your Brevo newsletter list.',
  category: 'marketing',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'API key',
    where: 'In Brevo: your name, SMTP & API, API keys. It begins with xkeysib-.',
    fields: [],
  },
  at: 'https://api.brevo.com',
  // Ten a second are allowed.
  pace: { atOnce: 2, perMinute: 300 },
  sends: [
    'Clients with an e-mail address who agreed to marketing: the address, their first name and the tags you choose. Nobody else.',
    'Who withdraws, stops texts, is merged away or erased here is deleted there for good, also from your other Brevo lists.',
  ],
  brings: [
    'Who unsubscribes there, or is blocked: their consent is withdrawn here, and their history says how and when. They get no offers from you either.',
  ],
  leaves: [
    'You choose whether people stay on the list or are taken off it. Who unsubscribed stays in Brevo as blocked.',
    "While it's switched off, nobody is taken off the list.",
  ],
}
