import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'freeagent',
  name: 'FreeAgent',
  description: 'Your invoices and credit notes in FreeAgent, and what was paid there beside your bank lines here.',
  category: 'accounting',
  of: 'practice',
  asks: {
    by: 'oauth',
    vendor: 'FreeAgent',
    env: 'FREEAGENT',
    signInAt: 'https://api.freeagent.com',
    authorizePath: '/v2/approve_app',
    tokenPath: '/v2/token_endpoint',
    clientAuth: 'basic',
    // Pritchel may do what the user who signs in may do.
    scopes: [],
  },
  at: 'https://api.freeagent.com',
  // 120 a minute and 3,600 an hour, for each user.
  pace: { atOnce: 1, perMinute: 60 },
  sends: [
    'Invoices and credit notes from the day you choose: number, days, lines with the horse they name, VAT and sums. They are marked as sent there, and FreeAgent e-mails nobody.',
    "Their payers' names, businesses, e-mail addresses and postal addresses, as contacts.",
    'Payments, only if you choose that: the sum and the day, for which invoice.',
  ],
  brings: [
    'What was paid there, as lines to match beside those of your bank. Nothing is taken as paid here until you accept it.',
    'Which of them were changed, written off or deleted there. Nothing is changed here or there because of it.',
  ],
  leaves: [
    'Everything that went there stays: invoices, credit notes, payments and contacts are your books.',
    "Pritchel in FreeAgent's list of connected apps, until you take it off that list.",
  ],
}
