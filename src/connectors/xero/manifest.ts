import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'xero',
  name: 'Xero',
  description: 'Your invoices and credit notes in Xero, and what was paid there beside your bank lines here.',
  category: 'accounting',
  of: 'practice',
  asks: {
    by: 'oauth',
    vendor: 'Xero',
    env: 'XERO',
    signInAt: 'https://login.xero.com',
    authorizePath: '/identity/connect/authorize',
    // Xero keeps these at another host than its sign-in.
    tokenPath: 'https://identity.xero.com/connect/token',
    revokePath: 'https://identity.xero.com/connect/revocation',
    clientAuth: 'basic',
    // No bank statements, no wages, no reports.
    scopes: ['offline_access', 'accounting.contacts', 'accounting.invoices', 'accounting.payments', 'accounting.settings.read'],
  },
  at: 'https://api.xero.com',
  // 60 a minute and 5 at once, for each organisation.
  pace: { atOnce: 1, perMinute: 55 },
  sends: [
    'Invoices and credit notes from the day you choose: number, days, lines with the horse they name, VAT and sums. They are approved and marked as sent there, and Xero e-mails nobody.',
    "Their payers' names, businesses, e-mail addresses and postal addresses, as contacts.",
    'Payments, only if you choose that: the sum and the day, for which invoice, into the first bank account there.',
  ],
  brings: [
    'What was paid there, as lines to match beside those of your bank. Nothing is taken as paid here until you accept it.',
    'Which of them were changed or voided there. Nothing is changed here or there because of it.',
  ],
  leaves: ['Everything that went there stays: invoices, credit notes, payments and contacts are your books.'],
}
